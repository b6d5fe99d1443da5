extension UsageItemDefinition {
  static let maximumLimits = 100

  package func validate() throws(LedgerError) {
    try Validation.identifier(item, "item")
    if let name { try Validation.identifier(ByteText(name), "name") }
    try UsageItemDefinition.validate(limits)
    guard case .charge(let price) = overage else { return }
    try Validation.identifier(price.unit, "overage.unit")
    try Validation.amount(price.amount, "overage.amount")
    try Validation.amount(price.per, "overage.per")
    if let cap = price.cap { try Validation.amount(cap, "overage.cap", zeroAllowed: true) }
  }

  package static func validate(_ limits: [UsageLimit]) throws(LedgerError) {
    guard limits.count <= maximumLimits else {
      throw Validation.invalid("limits", "must be at most \(maximumLimits)")
    }
    for (index, limit) in limits.enumerated() {
      let field = "limits[\(index)]"
      if let (name, reason) = limit.window.invalidField() {
        throw LedgerError(.invalidArgument, reason, field: "\(field).window.\(name)")
      }
      try Validation.amount(limit.maximum, "\(field).max", zeroAllowed: true)
      if case .spent(let unit) = limit.measures {
        try Validation.identifier(unit, "\(field).unit")
      }
    }
  }
}

extension UnitDefinition {
  package func validate() throws(LedgerError) {
    try Validation.identifier(unit, "unit")
    try Validation.identifier(ByteText(name), "name")
    if let symbol {
      try Validation.identifier(ByteText(symbol), "symbol")
      guard symbol.utf8.count <= 16 else {
        throw Validation.invalid("symbol", "must be at most 16 bytes")
      }
    }
    try Validation.range(precision, 0...12, "precision")
  }
}

internal import Holdfast

/// A choice as a number that never changes its meaning.
protocol Coded: Sendable {
  var code: UInt8 { get }
  init?(code: UInt8)
}

extension ByteReader {
  func coded<Value: Coded>(_ code: UInt8, _ expected: String) throws(CorruptRow) -> Value {
    guard let value = Value(code: code) else { throw corrupt(expected) }
    return value
  }
}

extension ReservationStatus: Coded {
  var code: UInt8 {
    switch self {
    case .open: 0
    case .settled: 1
    case .released: 2
    case .expired: 3
    }
  }

  init?(code: UInt8) {
    switch code {
    case 0: self = .open
    case 1: self = .settled
    case 2: self = .released
    case 3: self = .expired
    default: return nil
    }
  }
}

extension Reserve.OnLapse: Coded {
  var code: UInt8 {
    switch self {
    case .return: 0
    case .chargeReported: 1
    case .chargeAll: 2
    }
  }

  init?(code: UInt8) {
    switch code {
    case 0: self = .return
    case 1: self = .chargeReported
    case 2: self = .chargeAll
    default: return nil
    }
  }
}

extension Debit.Overage: Coded {
  var code: UInt8 {
    switch self {
    case .reject: 0
    case .drawAvailable: 1
    case .overdraft: 2
    }
  }

  init?(code: UInt8) {
    switch code {
    case 0: self = .reject
    case 1: self = .drawAvailable
    case 2: self = .overdraft
    default: return nil
    }
  }
}

extension Settle.Overage: Coded {
  var code: UInt8 {
    switch self {
    case .reject: 0
    case .capAtReserved: 1
    case .drawAvailable: 2
    case .overdraft: 3
    }
  }

  init?(code: UInt8) {
    switch code {
    case 0: self = .reject
    case 1: self = .capAtReserved
    case 2: self = .drawAvailable
    case 3: self = .overdraft
    default: return nil
    }
  }
}

extension CalendarUnit: Coded {
  var code: UInt8 {
    switch self {
    case .minute: 0
    case .hour: 1
    case .day: 2
    case .week: 3
    case .month: 4
    case .year: 5
    }
  }

  init?(code: UInt8) {
    switch code {
    case 0: self = .minute
    case 1: self = .hour
    case 2: self = .day
    case 3: self = .week
    case 4: self = .month
    case 5: self = .year
    default: return nil
    }
  }
}

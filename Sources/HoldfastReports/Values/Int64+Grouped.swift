extension Int64 {
  /// With a comma before every third digit from the right: `-1,234,567`.
  package var grouped: String {
    (self < 0 ? "-" : "") + String(magnitude).groupedDigits
  }
}

extension Int {
  package var grouped: String { Int64(self).grouped }
}

extension StringProtocol {
  /// Digits with a comma before every third one from the right.
  package var groupedDigits: String {
    var text = ""
    for (index, digit) in enumerated() {
      if index > 0, (count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension StringProtocol {
  /// The text with everything in it that could move the cursor or turn the writing spelled out.
  ///
  /// What callers wrote must not be able to forge lines of a report. The two joiners stay: they do
  /// neither, and emoji and Persian need them.
  package var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .format where scalar.value == 0x200C || scalar.value == 0x200D:
        text.unicodeScalars.append(scalar)
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
        .privateUse:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// A text without anything that espeak-ng takes for a command.
///
/// Markup (SSML) and phoneme codes are off by a flag, but some characters act in plain text too: control characters
/// (U+0001 begins an embedded command that changes voice, speed or pitch; U+0000 ends the text), and private-use and
/// unassigned ones, some of which are espeak-ng's own marks for emphasis and breaks. None of them can be spoken, and
/// each becomes a space. Line ends and tabs stay: they are pauses.
func plainText(_ text: String) -> String {
  var plain = String.UnicodeScalarView()
  plain.append(contentsOf: text.unicodeScalars.lazy.map { isCommand($0) ? " " : $0 })
  return String(plain)
}

private func isCommand(_ character: Unicode.Scalar) -> Bool {
  if character == "\n" || character == "\t" { return false }
  switch character.properties.generalCategory {
  case .control, .privateUse, .unassigned, .surrogate: return true
  default: return false
  }
}

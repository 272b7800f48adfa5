extension String {
  /// With spaces before it, so that it is `width` columns wide. One that is wider stays so.
  func paddedLeft(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

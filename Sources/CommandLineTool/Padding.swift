extension String {
  /// With spaces after it, so that it is `width` columns wide. One that is wider stays so.
  public func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

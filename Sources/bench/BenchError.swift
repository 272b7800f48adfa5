/// Why the benchmark could not go on. Its description is a sentence for the person.
struct BenchError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

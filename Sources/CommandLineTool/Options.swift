import CLinux
import Glibc
import Synchronization

/// An option of a program, as getopt_long knows it.
public struct CommandOption: Sendable {
  /// The name after `--`.
  public var name: String
  /// The letter after `-`, if it has one.
  public var letter: Character?
  /// What its value is called in the help; absent: it takes none.
  public var value: String?
  public var help: String

  public init(_ name: String, letter: Character? = nil, value: String? = nil, help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
  }
}

/// A command line that cannot be carried out as it is.
public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, as a sentence's part: `--week: must be 1 to 9, not 12`.
  public var description: String

  public init(_ description: String) { self.description = description }
}

/// What a command line says: its options, and its operands in their order.
public struct CommandArguments: Equatable, Sendable {
  private struct Word: Equatable, Sendable {
    /// The name of the option of which it is the value; nil: it is an operand.
    var option: String?
    var text: String
  }

  private var words: [Word] = []

  /// - Parameters:
  ///   - words: the words after the program's name. Options may stand anywhere before `--`; of one that is given
  ///     twice, the last counts.
  ///   - options: the options that there are.
  public init(_ words: some Sequence<String>, options: [CommandOption]) throws(UsageError) {
    let words = ["program"] + words
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let names = options.map { strdup($0.name) }
    defer { (arguments + names).forEach { free($0) } }
    let table =
      zip(options.indices, options).map { index, option in
        CLinux.option(
          name: names[index], has_arg: option.value == nil ? no_argument : required_argument, flag: nil,
          val: Self.firstCode + Int32(index))
      } + [CLinux.option()]
    // The dash makes each operand come in its turn, also where POSIXLY_CORRECT would have the first one end the options.
    let letters =
      "-:"
      + options.compactMap { option in option.letter.map { "\($0)\(option.value == nil ? "" : ":")" } }
      .joined()

    try Self.getopt.withLock { (_) throws(UsageError) in
      linux_getopt_reset()
      while true {
        let code = getopt_long(Int32(words.count), &arguments, letters, table, nil)
        if code == -1 { break }
        if code == Self.operandCode {
          self.words.append(Word(text: String(cString: linux_optarg())))
          continue
        }
        let option = try Self.option(code, options, in: arguments)
        self.words.append(Word(option: option.name, text: linux_optarg().map { String(cString: $0) } ?? ""))
      }
      self.words += arguments[Int(linux_optind())..<words.count].map { Word(text: String(cString: $0!)) }
    }
  }

  /// getopt_long keeps its place in global variables.
  private static let getopt = Mutex(())

  /// What getopt_long says that an operand is.
  private static let operandCode: Int32 = 1

  /// Above every letter, so that a long option's code is no short one's.
  private static let firstCode: Int32 = 0x10_0000

  private static func option(
    _ code: Int32, _ options: [CommandOption], in arguments: [UnsafeMutablePointer<CChar>?]
  ) throws(UsageError) -> CommandOption {
    func word(_ index: Int32) -> String { arguments[Int(index)].map { String(cString: $0) } ?? "" }
    let last = word(linux_optind() - 1)
    switch Unicode.Scalar(UInt32(code)).map(Character.init) {
    case "?": throw refusal(of: linux_optopt(), last: last, current: word(linux_optind()))
    case ":": throw UsageError("\(last): needs a value")
    case let letter:
      if code >= firstCode { return options[Int(code - firstCode)] }
      guard let option = options.first(where: { $0.letter == letter }) else {
        preconditionFailure("getopt_long returned a letter that it was not given")
      }
      return option
    }
  }

  /// - Parameters:
  ///   - code: 0 for a long option that is none, the code of one that takes no value, or a byte that is no letter here.
  ///   - last: the word before the one that getopt_long reads next.
  ///   - current: that one. It has not passed a word of which bytes are left.
  private static func refusal(of code: Int32, last: String, current: String) -> UsageError {
    if code == 0 { return UsageError("\(last): is no option here, or not the only one it may mean") }
    if code >= firstCode { return UsageError("\(last): takes no value") }
    guard let byte = UInt8(exactly: code), byte < 0x80 else { return UsageError("\(current): is no option here") }
    return UsageError("-\(Character(Unicode.Scalar(byte))): is no option here")
  }
}

// MARK: - Values

extension CommandArguments {
  public var operands: [String] { words.filter { $0.option == nil }.map(\.text) }

  /// Whether the option was given.
  public func has(_ name: String) -> Bool { self[name] != nil }

  /// The names of the options that were given, in alphabetical order.
  public var given: [String] { Set(words.compactMap(\.option)).sorted() }

  /// The option's value, if it was given.
  public subscript(name: String) -> String? { words.last { $0.option == name }?.text }

  /// The values of an option that takes several, in their order, with the operands: a shell puts `--files a b` in the
  /// place of `--files *`. None where it was not given.
  public func list(_ name: String) -> [String] {
    has(name) ? words.filter { $0.option == name || $0.option == nil }.map(\.text) : []
  }

  /// A whole number.
  ///
  /// - Throws: where it was given and is none, or is outside the range.
  public func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("--\(name): must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)")
    }
    return number
  }

  /// A whole number that must be given; what it may be is for others to say.
  public func requiredInteger(_ name: String) throws(UsageError) -> Int {
    guard let text = self[name] else { throw UsageError("--\(name): is missing; give a whole number") }
    guard let number = Int(text) else { throw UsageError("--\(name): must be a whole number, not \(text)") }
    return number
  }

  /// ``integer(_:in:)`` where the option must be given.
  public func requiredInteger(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = try integer(name, in: range) else {
      throw UsageError("--\(name): is missing; give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

// MARK: - Help

extension Sequence<CommandOption> {
  /// The options, one a line, for `--help`.
  public var help: String {
    let rows = map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      return ("  \(letter)--\(option.name)\(option.value.map { " \($0)" } ?? "")", option.help)
    }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "\($0.padded(to: width))  \($1)" }.joined(separator: "\n")
  }
}

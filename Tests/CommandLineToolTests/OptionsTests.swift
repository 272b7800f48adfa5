import CommandLineTool
import Testing

struct OptionsTests {
  static let options = [
    CommandOption("week", letter: "w", value: "W", help: "the week"),
    CommandOption("json", help: "for programs"),
  ]

  @Test func `Options may stand before, between and after operands`() throws {
    let arguments = try CommandArguments(["--json", "say", "--week", "3", "hello"], options: Self.options)
    #expect(arguments.operands == ["say", "hello"])
    #expect(arguments.has("json"))
    #expect(arguments["week"] == "3")
  }

  @Test(arguments: [["--week=3"], ["-w3"], ["-w", "3"], ["--we", "3"], ["--week", "1", "--week", "3"]])
  func `A value may be given in every way that getopt_long knows`(words: [String]) throws {
    #expect(try CommandArguments(words, options: Self.options)["week"] == "3")
  }

  @Test func `After two dashes everything is an operand`() throws {
    let arguments = try CommandArguments(["say", "--", "--json", "-w"], options: Self.options)
    #expect(arguments.operands == ["say", "--json", "-w"])
    #expect(!arguments.has("json"))
  }

  @Test(arguments: [
    (["--weak", "3"], "--weak: is no option here, or not the only one it may mean"),
    (["-x"], "-x: is no option here"),
    (["--json", "-xw3"], "-x: is no option here"),
    (["--json", "-é"], "-é: is no option here"),
    (["--week"], "--week: needs a value"),
    (["--json=yes"], "--json=yes: takes no value"),
  ])
  func `What is no option is refused by its name`(words: [String], message: String) {
    #expect(throws: UsageError(message)) { try CommandArguments(words, options: Self.options) }
  }

  @Test(arguments: ["0", "10", "x", "", "1.5", "99999999999999999999"])
  func `A number outside its range is refused`(value: String) throws {
    let arguments = try CommandArguments(["--week", value], options: Self.options)
    #expect(throws: UsageError("--week: must be a whole number from 1 to 9, not \(value)")) {
      try arguments.integer("week", in: 1...9)
    }
  }

  @Test func `A number that must be there is asked for`() throws {
    let arguments = try CommandArguments([], options: Self.options)
    #expect(throws: UsageError("--week: is missing; give a whole number from 1 to 9")) {
      try arguments.requiredInteger("week", in: 1...9)
    }
  }

  @Test func `The options that were given are named in alphabetical order`() throws {
    #expect(try CommandArguments(["-w3", "--json", "say"], options: Self.options).given == ["json", "week"])
  }

  @Test func `An option may take several values, and the operands with them`() throws {
    let arguments = try CommandArguments(["-w3", "4", "--json", "--week", "5", "--", "6"], options: Self.options)
    #expect(arguments.list("week") == ["3", "4", "5", "6"])
    #expect(try CommandArguments(["4", "--json"], options: Self.options).list("week") == [])
  }

  @Test func `A whole number may be required without a range`() throws {
    #expect(try CommandArguments(["--week", "-12"], options: Self.options).requiredInteger("week") == -12)
    #expect(throws: UsageError("--week: must be a whole number, not 1.5")) {
      try CommandArguments(["--week", "1.5"], options: Self.options).requiredInteger("week")
    }
    #expect(throws: UsageError("--week: is missing; give a whole number")) {
      try CommandArguments([], options: Self.options).requiredInteger("week")
    }
  }

  @Test func `Several command lines may be read at once`() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let words = ["--week", "\(number)", "say", "--json", "\(number)"]
          let arguments = try? CommandArguments(words, options: Self.options)
          return arguments?["week"] == "\(number)" && arguments?.operands == ["say", "\(number)"]
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func `The help lists the options in columns`() {
    #expect(
      Self.options.help == """
          -w, --week W  the week
              --json    for programs
        """)
  }
}

import CLinux
import FoundationEssentials
import Glibc
import JSON
import Testing

@testable import Varlink

/// The client from PyPI, as it is, against our server.
@Suite(.timeLimit(.minutes(2))) struct PythonClientTests {
  private func python(_ script: String, _ arguments: String...) throws -> JSONValue {
    let (output, status) = run(["python3", "-c", script] + arguments)
    try #require(status == 0, "python3 ended with status \(status)")
    return try JSONDecoder().decode(JSONValue.self, from: Data(output))
  }

  /// What the program writes to its standard output, and its wait status.
  private func run(_ arguments: [String]) -> (output: [UInt8], status: Int32) {
    var ends: [Int32] = [0, 0]
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    _ = linux_spawn_close_from(&actions, 3)
    var words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, arguments[0], &actions, nil, &words, environ)
    close(ends[1])
    guard error == 0 else { return ([], -1) }

    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = read(ends[0], &chunk, chunk.count), count > 0 { output += chunk[..<count] }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return (output, status)
  }

  private func requireClient() throws {
    try #require(
      run(["python3", "-c", "import varlink"]).status == 0,
      "python3 cannot import varlink: install it with \"python3 -m pip install varlink\"")
  }

  @Test func `PyPI's client lists, describes, calls, streams and is refused`() async throws {
    try requireClient()
    let service = try await TestService()
    let result = try python(
      """
      import json, sys, varlink
      client = varlink.Client.new_with_address("unix:" + sys.argv[1])
      result = {}
      result["interfaces"] = sorted(client.get_interfaces())
      result["counter"] = client.get_interface("org.example.Counter").get_description()
      with client.open("org.varlink.service") as connection:
          result["info"] = connection.GetInfo()
          result["service"] = connection.GetInterfaceDescription("org.varlink.service")["description"]
      with client.open("org.example.Counter") as connection:
          result["sum"] = connection.Add(2, 3)
          result["count"] = list(connection.Count(3, _more=True))
          connection.Note("by the way", _oneway=True)
          result["size"] = connection.Walk({"size": 7, "mood": "wild"})
          try:
              connection.Walk({"size": 7, "mood": "sad"})
          except varlink.VarlinkError as error:
              result["refusal"] = error.as_dict()
          try:
              connection.Count(3)
          except varlink.VarlinkError as error:
              result["more"] = error.as_dict()["error"]
      print(json.dumps(result))
      """, service.path)

    guard case .object(let fields) = result else {
      Issue.record("not an object: \(result)")
      return
    }
    #expect(fields["interfaces"] == .array([.string("org.example.Counter"), .string("org.varlink.service")]))
    #expect(fields["counter"] == .string(Counter.description))
    #expect(
      fields["info"]
        == .object([
          "vendor": .string("Example"), "product": .string("Counter"), "version": .string("1"),
          "url": .string("https://example.org"),
          "interfaces": .array([.string("org.varlink.service"), .string("org.example.Counter")]),
        ]))
    #expect(fields["service"]?.description.contains("method GetInfo()") == true)
    #expect(fields["sum"] == .object(["sum": .integer(5)]))
    #expect(fields["count"] == .array((1...3).map { .object(["number": .integer($0)]) }))
    #expect(fields["size"] == .object(["size": .integer(7)]))
    #expect(
      fields["refusal"]
        == .object([
          "error": .string("org.example.Counter.InvalidField"),
          "parameters": .object([
            "field": .string("step.mood"), "reason": .string("must be one of calm, wild"),
          ]),
        ]))
    #expect(fields["more"] == .string("org.varlink.service.ExpectedMore"))
    let noted = await service.events.contains { if case .noted("by the way", _) = $0 { true } else { false } }
    #expect(noted)
  }
}

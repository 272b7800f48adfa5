import Cue
import EventLoop
import FoundationEssentials
import JSON
import SoundLab
import Testing
import Varlink

extension OnDuckingPulseAudio {
  /// The client from PyPI, as it is.
  @Suite struct PythonClientTests {
    @Test func `PyPI's client lists the interfaces, reads their descriptions, and sees each state of a cue`()
      async throws
    {
      let event = Event.minute(10)
      let heard = try await hear { daemon in try await python(script, daemon.socket) }
      let faults = heard.faults(expecting: try await rendered([event]))
      #expect(faults.isEmpty, "\(faults) \(heard.file)")

      guard case .object(let result) = heard.outcome else { throw Failure("not an object: \(heard.outcome)") }
      let interfaces = ["io.cued.Cues", "io.cued.Settings", "io.cued.Voices", "org.varlink.service"]
      #expect(result["interfaces"] == .array(interfaces.map { .string($0) }))
      #expect(result["description"]?.description.hasPrefix("# Cues: a chime and a sentence") == true)
      #expect(result["replies"] == .array(["queued", "playing", "played"].map { .object(["state": .string($0)]) }))
      let refusal: [String: JSONValue] = [
        "field": .string("cue.count"), "reason": .string("is missing, and must be a whole number"),
      ]
      #expect(
        result["refusal"]
          == .object(["error": .string("io.cued.Cues.InvalidField"), "parameters": .object(refusal)]))
      #expect(result["voice"]?.description.isEmpty == false)
    }

    @EventLoop
    private func python(_ script: String, _ socket: String) async throws -> JSONValue {
      let client = try await Spawn("python3", ["-c", "import varlink"]).run()
      try #require(
        client.status == .success, "python3 cannot import varlink: install it with \"python3 -m pip install varlink\"")
      let python = try await Spawn("python3", ["-c", script, socket]).run()
      try #require(python.status == .success, "\(python.errorText)")
      return try JSONDecoder().decode(JSONValue.self, from: Data(python.output))
    }

    private let script = """
      import json, sys, varlink
      client = varlink.Client.new_with_address("unix:" + sys.argv[1])
      result = {}
      result["interfaces"] = sorted(client.get_interfaces())
      result["description"] = client.get_interface("io.cued.Cues").get_description()
      with client.open("io.cued.Cues") as cues:
          cue = {"id": "1", "event": "minute", "count": 10}
          result["replies"] = [{"state": reply["state"]} for reply in cues.Play(cue, _more=True)]
          result["voice"] = cues.GetStatus()["voice"]
          try:
              cues.Play({"id": "2", "event": "minute"})
          except varlink.VarlinkError as error:
              result["refusal"] = error.as_dict()
      print(json.dumps(result))
      """
  }
}

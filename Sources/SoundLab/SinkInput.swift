import EventLoop
import FoundationEssentials

/// A stream that plays, as `pactl` shows it.
public struct SinkInput: Decodable, Sendable {
  public let index: UInt32
  /// The index of the sink that it plays on; 4,294,967,295 while it is on none.
  public let sink: UInt32
  public let corked: Bool
  public let mute: Bool
  public let properties: [String: String]

  /// Per channel, left before right: 65,536 is 100 %.
  public var volume: [UInt32] { channels.sorted { $0.key < $1.key }.map(\.value.value) }

  private let channels: [String: Channel]

  private struct Channel: Decodable {
    let value: UInt32
  }

  private enum CodingKeys: String, CodingKey {
    case index, sink, corked, mute, properties
    case channels = "volume"
  }
}

/// A stream that records.
struct SourceOutput: Decodable, Sendable {
  let properties: [String: String]
}

extension SoundServer {
  /// All streams that play on this server, in the order of their indices.
  ///
  /// - Throws: ``LabError`` if the server does not answer.
  public func sinkInputs() async throws(LabError) -> [SinkInput] {
    let inputs: [SinkInput] = try await list("sink-inputs")
    return inputs.sorted { $0.index < $1.index }
  }

  func sourceOutputs() async throws(LabError) -> [SourceOutput] { try await list("source-outputs") }

  private func list<Item: Decodable>(_ kind: String) async throws(LabError) -> [Item] {
    let answer = try await pactl("--format=json", "list", kind)
    do {
      return try JSONDecoder().decode([Item].self, from: Data(answer.utf8))
    } catch {
      throw LabError(.unreadable, "pactl's list of \(kind): \(error)")
    }
  }
}

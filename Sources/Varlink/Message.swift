import FoundationEssentials

/// The keys of a message itself, around the parameters.
enum MessageKey: String, CodingKey {
  case method, parameters, more, oneway, continues, error
}

/// What a call says besides its parameters.
struct CallHeader: Decodable {
  let method: String
  let more: Bool
  let oneway: Bool

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: MessageKey.self)
    method = try fields.decode(String.self, forKey: .method)
    more = try fields.decodeIfPresent(Bool.self, forKey: .more) ?? false
    oneway = try fields.decodeIfPresent(Bool.self, forKey: .oneway) ?? false
    try fields.requireObject(forKey: .parameters)
  }
}

/// What a reply says besides its parameters.
struct ReplyHeader: Decodable {
  let continues: Bool
  let error: String?

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: MessageKey.self)
    continues = try fields.decodeIfPresent(Bool.self, forKey: .continues) ?? false
    error = try fields.decodeIfPresent(String.self, forKey: .error)
    try fields.requireObject(forKey: .parameters)
  }
}

extension KeyedDecodingContainer {
  /// Only an object will do, or nothing; what is in it is for others to read.
  fileprivate func requireObject(forKey key: Key) throws {
    guard contains(key), try !decodeNil(forKey: key) else { return }
    _ = try nestedContainer(keyedBy: AnyKey.self, forKey: key)
  }
}

struct OutgoingCall<Parameters: Encodable>: Encodable {
  let method: String
  let parameters: Parameters
  let more: Bool?
  let oneway: Bool?
}

/// A reply: flags that do not hold and an error that there is not are absent.
struct OutgoingReply<Parameters: Encodable>: Encodable {
  var parameters: Parameters
  var continues: Bool?
  var error: String?
}

enum Message {
  /// What is asked of a message's parameters, as `Parameters`.
  ///
  /// The path of every error begins with ``MessageKey/parameters``, which ``FieldError`` leaves out.
  static func parameters<Parameters: Decodable>(
    of message: Data, as type: Parameters.Type
  ) throws(FieldError) -> Parameters {
    do {
      let decoder = JSONDecoder()
      if let parameters = try decoder.decode(Body<Parameters>.self, from: message).parameters { return parameters }
      return try decoder.decode(Parameters.self, from: Data("{}".utf8))
    } catch {
      throw FieldError(error)
    }
  }

  private struct Body<Parameters: Decodable>: Decodable {
    let parameters: Parameters?

    init(from decoder: any Decoder) throws {
      parameters = try decoder.container(keyedBy: MessageKey.self)
        .decodeIfPresent(Parameters.self, forKey: .parameters)
    }
  }

  static func header<Header: Decodable>(of message: Data, as type: Header.Type) -> Header? {
    try? JSONDecoder().decode(type, from: message)
  }

  static func encode(_ message: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    do {
      return try encoder.encode(message)
    } catch {
      preconditionFailure("a message that cannot be JSON was to be sent: \(error)")
    }
  }
}

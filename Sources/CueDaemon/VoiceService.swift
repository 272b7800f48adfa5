import Cue
import CueInterface
import CueQueue
import CueText
import EventLoop
import Sound
import Speech
import Varlink

/// Answers the calls of `io.cued.Voices`.
@EventLoop
final class VoiceService {
  /// What was found so lately is told again.
  private static let freshness: Duration = .seconds(1)

  private let desk: CueDesk
  private let cues: CueService

  init(desk: CueDesk, cues: CueService) {
    self.desk = desk
    self.cues = cues
  }

  var interface: VarlinkInterface {
    VarlinkInterface(name: Voices.name, description: Voices.description, invalidField: Voices.invalidField) {
      [weak self] call in self?.answer(call)
    }
  }

  private func answer(_ call: VarlinkCall) {
    call.answer { call throws(VarlinkError) in
      switch call.method {
      case Voices.List.method: try list(call)
      case Voices.Preview.method: try preview(call)
      default: throw .methodNotFound(call.method)
      }
    }
  }

  private func list(_ call: VarlinkCall) throws(VarlinkError) {
    let language = try call.parameters(as: Voices.List.Parameters.self).language ?? "en"
    desk.finder.catalogue(notOlderThan: Self.freshness) { [desk] result in
      switch result {
      case .success(let catalogue):
        desk.withVoice { voice in
          if call.isOpen { call.reply(Voices.List.Reply(catalogue, language: language, set: voice)) }
        }
      case .failure(let error):
        if call.isOpen { call.fail(Voices.noVoices(error.description)) }
      }
    }
  }

  private func preview(_ call: VarlinkCall) throws(VarlinkError) {
    switch try call.parameters(as: Voices.Preview.Parameters.self) {
    case .chime(let name):
      if let error = FieldError(unlessChime: name, field: "chime") { throw Voices.invalidField(error) }
      try play(.say("", chime: name), call)
    case .voice(let name, let text):
      let event = text.map { Event.say($0, chime: nil) } ?? Self.sample
      desk.look(for: name) { [weak self] unknown in
        guard call.isOpen else { return }
        call.answer { call throws(VarlinkError) in
          if let unknown { throw Voices.unknownVoice(unknown.name, nearest: unknown.nearest) }
          try self?.play(event, voice: name, call)
        }
      }
    }
  }

  /// What a voice has to say most often.
  private static let sample = Event.say(
    Event.transition(.run, .seconds(180)).sentence(in: English()) ?? "", chime: nil)

  private func play(_ event: Event, voice: String? = nil, _ call: VarlinkCall) throws(VarlinkError) {
    // Also of what a daemon before this one has left.
    let id = "preview-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let identity = CueIdentity(id, in: .connection(ConnectionID(call.connection.id)))
    desk.previews.insert(identity)
    do throws(CueQueue.Refusal) {
      try cues.receive(Cue(identity: identity, event: event, voice: voice), call)
    } catch {
      desk.previews.remove(identity)
      guard case .queueFull(let limit) = error else { preconditionFailure("a new identity was refused: \(error)") }
      throw Voices.queueFull(limit: limit)
    }
  }
}

extension FieldError {
  /// - Returns: nil where the name is a chime's.
  init?(unlessChime name: String, field: String) {
    if Chime(rawValue: name) != nil { return nil }
    let names = Chime.allCases.map(\.rawValue).joined(separator: ", ")
    self.init(field: field, reason: "must be one of \(names)")
  }
}

extension Voices.List.Reply {
  /// - Parameters:
  ///   - language: a tag, or `all`.
  ///   - name: the voice that speaks where none is asked for.
  fileprivate init(_ catalogue: VoiceCatalogue, language: String, set name: String) {
    let set = catalogue.find(name)
    let voices =
      language == "all"
      ? catalogue.allVoices(first: set?.voice) : catalogue.voices(speaking: language, first: set?.voice)
    self.init(
      voices: voices.map { Voices.Voice($0, name: catalogue.name(of: $0), set: $0 == set?.voice) },
      variants: catalogue.variants.map {
        Voices.Variant(name: $0.fileName, gender: Voices.Gender($0.gender), set: $0 == set?.variant)
      })
  }
}

extension Voices.Voice {
  fileprivate init(_ voice: Voice, name: String, set: Bool) {
    self.init(
      name: name, title: voice.name, languages: voice.languages.map(\.tag), gender: Voices.Gender(voice.gender),
      kind: voice.kind == .mbrola ? .mbrola : .formant, set: set)
  }
}

extension Voices.Gender {
  fileprivate init?(_ gender: Voice.Gender) {
    switch gender {
    case .unspecified: return nil
    case .male: self = .male
    case .female: self = .female
    }
  }
}

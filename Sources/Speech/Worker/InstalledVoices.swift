import CEspeakNG
import Glibc

/// What espeak-ng knows, whether or not it can speak.
///
/// - Parameter language: `mb` and `variant` select the voices that are no languages of their own; nil: all others.
func listVoices(_ kind: Voice.Kind, language: String? = nil) -> [Voice] {
  guard let language else { return voices(espeak_ListVoices(nil), kind) }
  return language.withCString { language in
    var query = espeak_VOICE()
    query.languages = language
    return voices(espeak_ListVoices(&query), kind)
  }
}

/// Where MBROLA's own packages put their voices.
let sharedMbrolaFolder = "/usr/share/mbrola"

/// Whether there is data for a MBROLA voice where espeak-ng looks for it: in its own folder and three others. The data
/// of `mb/mb-fr1-en`, which reads English with a French voice, is `fr1`.
func hasMbrolaData(_ voice: Voice) -> Bool {
  let parts = voice.fileName.split(separator: "-")
  guard parts.count >= 2, parts[0] == "mb" else { return false }
  let name = parts[1]
  let own = "\(Espeak.dataFolder)/mbrola/\(name)"
  let shared = ["\(name)", "\(name)/\(name)", "voices/\(name)"].map { "\(sharedMbrolaFolder)/\($0)" }
  return ([own] + shared).contains(where: isReadableFile)
}

private func isReadableFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, R_OK) == 0
}

private func voices(_ list: UnsafeMutablePointer<UnsafePointer<espeak_VOICE>?>?, _ kind: Voice.Kind) -> [Voice] {
  guard var next = list else { return [] }
  var voices: [Voice] = []
  while let voice = next.pointee {
    voices.append(Voice(voice.pointee, kind))
    next += 1
  }
  return voices
}

extension Voice {
  fileprivate init(_ voice: espeak_VOICE, _ kind: Kind) {
    self.init(
      name: String(cString: voice.name),
      identifier: String(cString: voice.identifier),
      languages: Self.languages(voice.languages),
      gender: Gender(rawValue: voice.gender) ?? .unspecified,
      kind: kind)
  }

  /// espeak-ng's list: for each language a byte of priority and a C string, and a zero byte at the end.
  private static func languages(_ list: UnsafePointer<CChar>?) -> [Language] {
    guard var next = list else { return [] }
    var languages: [Language] = []
    while next.pointee != 0 {
      let tag = String(cString: next + 1)
      languages.append(Language(tag, priority: UInt8(bitPattern: next.pointee)))
      next += tag.utf8.count + 2
    }
    return languages
  }
}

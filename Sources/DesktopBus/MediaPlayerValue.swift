import CMediaPlayer
import Cue
import MediaPlayer

extension MediaPlayer.Value {
  /// Appends it to a message, in the type that MPRIS gives it. Where that fails, the message's sending does.
  func append(to message: OpaquePointer) {
    switch self {
    case .flag(let isOn):
      var number: Int32 = isOn ? 1 : 0
      sd_bus_message_append_basic(message, .boolean, &number)
    case .text(let text): sd_bus_message_append_basic(message, .string, text)
    case .noTexts:
      sd_bus_message_open_container(message, .array, "s")
      sd_bus_message_close_container(message)
    case .real(var number): sd_bus_message_append_basic(message, .double, &number)
    case .time(var microseconds): sd_bus_message_append_basic(message, .int64, &microseconds)
    case .metadata(let track):
      sd_bus_message_open_container(message, .array, "{sv}")
      track?.appendEntries(to: message)
      sd_bus_message_close_container(message)
    }
  }
}

extension MediaPlayer.Track {
  fileprivate func appendEntries(to message: OpaquePointer) {
    entry("mpris:trackid", "o", to: message) { sd_bus_message_append_basic(message, .objectPath, id) }
    var microseconds = length.microseconds
    entry("mpris:length", "x", to: message) { sd_bus_message_append_basic(message, .int64, &microseconds) }
    entry("xesam:title", "s", to: message) { sd_bus_message_append_basic(message, .string, title) }
    entry("xesam:album", "s", to: message) { sd_bus_message_append_basic(message, .string, album) }
  }

  private func entry(_ key: String, _ type: String, to message: OpaquePointer, _ appendValue: () -> Int32) {
    sd_bus_message_open_container(message, .dictionaryEntry, "sv")
    sd_bus_message_append_basic(message, .string, key)
    sd_bus_message_open_container(message, .variant, type)
    _ = appendValue()
    sd_bus_message_close_container(message)
    sd_bus_message_close_container(message)
  }
}

/// D-Bus's letters for types.
extension CChar {
  static let boolean = CChar(UInt8(ascii: "b"))
  static let string = CChar(UInt8(ascii: "s"))
  static let double = CChar(UInt8(ascii: "d"))
  static let int64 = CChar(UInt8(ascii: "x"))
  static let uint32 = CChar(UInt8(ascii: "u"))
  static let objectPath = CChar(UInt8(ascii: "o"))
  static let descriptor = CChar(UInt8(ascii: "h"))
  static let array = CChar(UInt8(ascii: "a"))
  static let variant = CChar(UInt8(ascii: "v"))
  static let dictionaryEntry = CChar(UInt8(ascii: "e"))
}

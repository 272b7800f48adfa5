import CResources

/// The `.varlink` files, which are part of the program.
enum InterfaceDescription {
  static let cues = String(cString: resource_interface_cues)
  static let voices = String(cString: resource_interface_voices)
  static let settings = String(cString: resource_interface_settings)
}

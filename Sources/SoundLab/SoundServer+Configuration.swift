import FoundationEssentials
import Glibc

extension SoundServer {
  /// What the test process was started with, less all that would lead to the person's own session.
  nonisolated static func environment(in directory: String) -> [String: String] {
    let foreign = ["PULSE_", "PIPEWIRE_", "WIREPLUMBER_", "XDG_", "DBUS_", "DISPLAY", "WAYLAND_", "LISTEN_", "NOTIFY_"]
    var environment = ProcessInfo.processInfo.environment.filter { variable in
      !foreign.contains { variable.key.hasPrefix($0) }
    }
    let home = "\(directory)/home"
    environment["HOME"] = home
    environment["XDG_RUNTIME_DIR"] = "\(directory)/run"
    environment["XDG_CONFIG_HOME"] = "\(home)/.config"
    environment["XDG_STATE_HOME"] = "\(home)/.local/state"
    environment["XDG_DATA_HOME"] = "\(home)/.local/share"
    environment["XDG_CACHE_HOME"] = "\(home)/.cache"
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(directory)/run/bus"
    environment["LC_ALL"] = "C.UTF-8"
    return environment
  }

  nonisolated func writeConfiguration() throws(LabError) {
    for folder in ["run", "home"] where mkdir("\(directory)/\(folder)", 0o700) != 0 {
      throw .system("\(directory)/\(folder)")
    }
    try write(pulseScript, to: "pulse.pa")
    // A client that finds no server would start one for itself, which nothing here would stop.
    try write("autospawn = no\n", to: "home/.config/pulse/client.conf")
    try write(busConfiguration, to: "bus.conf")
    for (path, text) in Self.wirePlumberWithoutHardware { try write(text, to: "home/.config/wireplumber/\(path)") }
  }

  private nonisolated func write(_ text: String, to path: String) throws(LabError) {
    let url = URL(filePath: "\(directory)/\(path)")
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    } catch {
      throw LabError(.system, "\(url.path): \(error)")
    }
  }

  /// The socket comes last: a server that answers is complete.
  private nonisolated var pulseScript: String {
    let more = kind == .pulseNoRewind ? " norewinds=1" : ""
    let modules = [
      "module-null-sink sink_name=out rate=48000 channels=2\(more)",
      "module-null-sink sink_name=other rate=48000 channels=2\(more)",
      "module-stream-restore",
      kind == .pulseCork ? "module-role-cork" : nil,
      kind == .pulseDuck
        ? "module-role-ducking trigger_roles=a11y,event ducking_roles=any_role volume=-20dB" : nil,
    ]
    let lines = modules.compactMap(\.self).map { "load-module \($0)" }
    return (lines + ["set-default-sink out", "load-module module-native-protocol-unix", ""]).joined(separator: "\n")
  }

  /// No service folders: nothing that is installed on this machine is ever started by a message.
  private nonisolated var busConfiguration: String {
    """
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(directory)/run/bus</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>

    """
  }

  /// The machine's real devices are not ours to open: as WirePlumber 0.4 is told it, and as 0.5 is. The numbers
  /// place the files before the ones that start the monitors.
  private static nonisolated let wirePlumberWithoutHardware = [
    "main.lua.d/51-no-hardware.lua": """
    alsa_monitor.enabled = false
    v4l2_monitor.enabled = false
    libcamera_monitor.enabled = false

    """,
    "bluetooth.lua.d/51-no-hardware.lua": """
    bluez_monitor.enabled = false
    if bluez_midi_monitor then bluez_midi_monitor.enabled = false end

    """,
    "wireplumber.conf.d/no-hardware.conf": """
    wireplumber.profiles = {
      main = { hardware.audio = disabled, hardware.bluetooth = disabled, hardware.video-capture = disabled }
    }

    """,
  ]
}

import CLinux
import Glibc

/// A file or folder that may be read, with all that is in it.
struct ReadablePath: Equatable {
  let path: String
  /// It may also be executed.
  var isProgram = false
}

/// What speaking with the voices in espeak-ng's folder takes.
func voiceFiles(in folder: String) -> [ReadablePath] {
  // Where the folder is made of links, the files lie elsewhere.
  let linked = realPath("\(folder)/phontab").map { [ReadablePath(path: parent(of: $0))] } ?? []
  let voices = [ReadablePath(path: folder)] + linked
  guard let mbrola = mbrolaProgram() else { return voices }
  // A program of its own, which may be a script, and which espeak-ng watches through /proc.
  let programs = [mbrola, "/usr", "/bin", "/lib", "/lib64"].map { ReadablePath(path: $0, isProgram: true) }
  let files = [sharedMbrolaFolder, "/etc/ld.so.cache", "/dev/null", "/proc"].map { ReadablePath(path: $0) }
  return voices + programs + files
}

/// Takes from this process, and from all that it starts, all access to files but reading these. What is open stays
/// so. Nothing happens where the kernel has no Landlock.
func limitFiles(to readable: [ReadablePath]) {
  let rules = linux_landlock_begin()
  guard rules >= 0 else { return }
  // What is not there need not be allowed.
  for file in readable { _ = linux_landlock_allow(rules, file.path, file.isProgram ? 1 : 0) }
  _ = linux_landlock_enforce(rules)
}

/// The program that speaks with MBROLA's voices, if there is one where espeak-ng looks for it.
func mbrolaProgram() -> String? {
  let folders = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
  return folders.split(separator: ":").lazy.map { "\($0)/mbrola" }.first { access($0, X_OK) == 0 }
}

private func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

private func parent(of path: String) -> String {
  String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}

import Glibc
import Testing

@testable import EventLoop

@Suite(.timeLimit(.minutes(1))) @EventLoop struct FolderWatchTests {
  private let folder: String

  init() {
    var template = Array("/tmp/folder-tests-XXXXXX".utf8CString)
    mkdtemp(&template)
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func make(_ name: String) { close(open("\(folder)/\(name)", O_CREAT | O_WRONLY, 0o600)) }

  @Test func `A file of that name is told when it is made and when it is moved there, and no other`() async {
    var (count, others) = (0, 0)
    let watch = FolderWatch("\(folder)/here") { count += 1 }
    let other = FolderWatch("\(folder)/never") { others += 1 }
    make("elsewhere")
    make("here")
    while count < 1 { await pause(for: .milliseconds(1)) }
    rename("\(folder)/elsewhere", "\(folder)/here")
    while count < 2 { await pause(for: .milliseconds(1)) }
    watch.cancel()
    make("here-too")
    unlink("\(folder)/here")
    make("here")
    await pause(for: .milliseconds(20))
    #expect(count == 2)
    #expect(others == 0)
    other.cancel()
  }

  @Test func `Where there is no folder nothing is told`() {
    FolderWatch("\(folder)/none/here") { Issue.record("told") }.cancel()
  }
}

import Glibc
import Testing

@testable import Speech

@Suite struct TextAndErrorTests {
  @Test(arguments: [
    ("Run for 3 minutes.", "Run for 3 minutes."),
    ("Größe — 日本語 🏃🏽‍♀️", "Größe — 日本語 🏃🏽‍♀️"),
    ("a\nb\tc", "a\nb\tc"),
    ("a\u{1}80Sb", "a 80Sb"),
    ("a\0b", "a b"),
    ("[\u{2}h]]", "[ h]]"),
    ("\u{7f}\u{9b}\u{1b}[31m", "   [31m"),
    ("\u{e03c}b>", " b>"),
    ("a\u{530}b\u{557}", "a b "),
    ("<s>&lt;[[x]]", "<s>&lt;[[x]]"),
    ("", ""),
  ])
  func `What espeak-ng would obey becomes a space, all else stays`(text: String, expected: String) {
    #expect(plainText(text) == expected)
  }

  @Test(arguments: [(0, 80), (79, 80), (80, 80), (175, 175), (450, 450), (451, 450), (.max, 450), (.min, 80)])
  func `A rate outside what can be spoken is the nearest inside`(rate: Int, expected: Int) {
    #expect(Utterance("", voice: "", rate: rate).rate == expected)
  }

  @Test(arguments: [(-1, 0), (0, 0), (50, 50), (99, 99), (100, 99)])
  func `A pitch outside what can be spoken is the nearest inside`(pitch: Int, expected: Int) {
    #expect(Utterance("", voice: "", pitch: pitch).pitch == expected)
  }

  @Test(
    arguments: [
      (0, ProcessEnd.status(0)), (0x700, .status(7)), (SIGABRT, .signal(SIGABRT)), (SIGSEGV | 0x80, .signal(SIGSEGV)),
    ] as [(Int32, ProcessEnd)])
  func `How a process ended is read from what waitpid gives`(status: Int32, expected: ProcessEnd) {
    #expect(ProcessEnd(waitStatus: status) == expected)
  }

  @Test(arguments: [
    (SpeechError.unknownVoice("bob"), "there is no voice \"bob\""),
    (
      .voiceNotInstalled("mb-en1"),
      "the voice \"mb-en1\" is not installed: it needs the program mbrola and the voice's data"
    ),
    (.textTooLong(bytes: 1_000_001), "the text has 1000001 bytes, more than 1000000"),
    (.refused(call: "espeak_Initialize", message: "no data"), "espeak-ng: espeak_Initialize: no data"),
    (
      .processNotStarted(executable: "/cued", error: ENOENT),
      "the speech process /cued cannot be started: No such file or directory"
    ),
    (.processEnded(.signal(SIGABRT)), "the speech process was ended by SIGABRT"),
    (.processEnded(.signal(64)), "the speech process was ended by signal 64"),
    (.processEnded(.status(1)), "the speech process exited with status 1"),
    (.noAnswer(within: .seconds(2)), "the speech process did not answer for 2 s"),
    (.malformedAnswer("half a sample"), "the speech process gave an answer that is none: half a sample"),
    (.cancelled, "cancelled"),
  ])
  func `An error says what happened`(error: SpeechError, text: String) {
    #expect("\(error)" == text)
  }
}

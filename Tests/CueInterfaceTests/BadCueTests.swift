import Testing
import Varlink

/// Every way in which a cue can be wrong, and what its sender is told.
@Suite struct BadCueTests {
  private static let fields =
    "id, session, event, week, day, interval, seconds, count, text, chime, voice, at_usec, expires_usec"
  private static let events = "start, transition, warning, halfway, minute, cooldown, complete, paused, resumed, say"

  /// - Parameters:
  ///   - cue: JSON with single quotes.
  ///   - field: the field that is named, behind `cue`.
  private func expectRefusal(_ cue: String, _ field: String, _ reason: String) {
    #expect(throws: FieldError(field: "cue" + field, reason: reason), "\(cue)") {
      try decode(json(cue))
    }
  }

  @Test(arguments: [
    ("{}", ".id", "is missing, and must be a string"),
    ("{'id':'a'}", ".event", "is missing, and must be one of \(events)"),
    ("{'id':null,'event':'halfway'}", ".id", "is missing, and must be a string"),
    ("{'id':'a','event':null}", ".event", "is missing, and must be one of \(events)"),
    ("{'id':'a','event':'start','day':1,'seconds':1}", ".week", "is missing, and must be a whole number"),
    ("{'id':'a','event':'start','week':1,'seconds':1}", ".day", "is missing, and must be a whole number"),
    ("{'id':'a','event':'start','week':1,'day':1}", ".seconds", "is missing, and must be a whole number"),
    ("{'id':'a','event':'transition','seconds':1}", ".interval", "is missing, and must be one of run, walk"),
    ("{'id':'a','event':'transition','interval':'run'}", ".seconds", "is missing, and must be a whole number"),
    ("{'id':'a','event':'minute'}", ".count", "is missing, and must be a whole number"),
    ("{'id':'a','event':'minute','count':null}", ".count", "is missing, and must be a whole number"),
    ("{'id':'a','event':'cooldown'}", ".seconds", "is missing, and must be a whole number"),
    ("{'id':'a','event':'complete','day':1}", ".week", "is missing, and must be a whole number"),
    ("{'id':'a','event':'complete','week':1}", ".day", "is missing, and must be a whole number"),
    ("{'id':'a','event':'say'}", ".text", "is missing, and must be a string"),
  ])
  func `A field that is missing or null is named`(cue: String, field: String, reason: String) {
    expectRefusal(cue, field, reason)
  }

  @Test(arguments: [
    ("null", "", "is missing"),
    ("7", "", "must be an object"),
    ("[]", "", "must be an object"),
    ("'halfway'", "", "must be an object"),
    ("{'id':7,'event':'halfway'}", ".id", "must be a string"),
    ("{'id':['a'],'event':'halfway'}", ".id", "must be a string"),
    ("{'id':'a','session':true,'event':'halfway'}", ".session", "must be a string"),
    ("{'id':'a','event':1}", ".event", "must be one of \(events)"),
    ("{'id':'a','event':'jump'}", ".event", "must be one of \(events)"),
    ("{'id':'a','event':'Halfway'}", ".event", "must be one of \(events)"),
    ("{'id':'a','event':'complete','week':'1','day':1}", ".week", "must be a whole number"),
    ("{'id':'a','event':'complete','week':1,'day':true}", ".day", "must be a whole number"),
    ("{'id':'a','event':'transition','interval':7,'seconds':1}", ".interval", "must be one of run, walk"),
    ("{'id':'a','event':'transition','interval':'jog','seconds':1}", ".interval", "must be one of run, walk"),
    ("{'id':'a','event':'cooldown','seconds':{}}", ".seconds", "must be a whole number"),
    ("{'id':'a','event':'minute','count':[5]}", ".count", "must be a whole number"),
    ("{'id':'a','event':'say','text':5}", ".text", "must be a string"),
    ("{'id':'a','event':'say','text':'x','chime':false}", ".chime", "must be a string"),
    ("{'id':'a','event':'halfway','voice':1}", ".voice", "must be a string"),
    ("{'id':'a','event':'halfway','at_usec':'now'}", ".at_usec", "must be a whole number"),
    ("{'id':'a','event':'halfway','expires_usec':false}", ".expires_usec", "must be a whole number"),
  ])
  func `A field of another type is named, with what it must be`(cue: String, field: String, reason: String) {
    expectRefusal(cue, field, reason)
  }

  @Test(arguments: [
    ("{'id':'a','event':'cooldown','seconds':1.5}", ".seconds"),
    ("{'id':'a','event':'cooldown','seconds':1e400}", ".seconds"),
    ("{'id':'a','event':'cooldown','seconds':99999999999999999999}", ".seconds"),
    ("{'id':'a','event':'minute','count':-99999999999999999999}", ".count"),
    ("{'id':'a','event':'halfway','at_usec':9223372036854775808}", ".at_usec"),
    ("{'id':'a','event':'halfway','expires_usec':0.5}", ".expires_usec"),
  ])
  func `A number that is not whole, or too large for any, is refused`(cue: String, field: String) {
    expectRefusal(cue, field, "must be a whole number")
  }

  @Test(arguments: [
    ("{'id':'a','event':'halfway','pace':'slow'}", ".pace"),
    ("{'id':'a','event':'halfway','ID':'b'}", ".ID"),
    ("{'id':'a','event':'halfway','zebra':null,'ant':null}", ".ant"),
    ("{'':1}", "."),
  ])
  func `A field that nobody knows is refused by its name`(cue: String, field: String) {
    expectRefusal(cue, field, "is unknown; the fields are \(Self.fields)")
  }

  /// The fields that an event has, and a value for every field that only some have.
  private static let own: [String: String] = [
    "start": "'week':1,'day':1,'seconds':1", "transition": "'interval':'run','seconds':1", "minute": "'count':1",
    "cooldown": "'seconds':1", "complete": "'week':1,'day':1", "say": "'text':'x'", "warning": "", "halfway": "",
    "paused": "", "resumed": "",
  ]
  private static let values = [
    "week": "1", "day": "1", "interval": "'walk'", "seconds": "1", "count": "1", "text": "'x'", "chime": "'bell'",
  ]

  @Test(arguments: own.keys.sorted())
  func `A field that has no meaning for the event is refused`(event: String) {
    let own = Self.own[event]!
    let taken = own + (event == "say" ? "'chime':" : "")
    for (field, value) in Self.values where !taken.contains("'\(field)':") {
      let all = (own.isEmpty ? [] : [own]) + ["'\(field)':\(value)"]
      expectRefusal(
        "{'id':'a','event':'\(event)',\(all.joined(separator: ","))}", ".\(field)",
        "has no meaning for the event \(event)")
    }
  }

  @Test(arguments: [
    ("complete", "'day':1,'week':", "week", 1, 9), ("complete", "'week':1,'day':", "day", 1, 3),
    ("start", "'week':1,'day':1,'seconds':", "seconds", 1, 86_400),
    ("transition", "'interval':'run','seconds':", "seconds", 1, 86_400),
    ("cooldown", "'seconds':", "seconds", 1, 86_400), ("minute", "'count':", "count", 1, 1_440),
  ])
  func `A number is taken up to both ends of its range, and refused beyond`(
    event: String, start: String, field: String, least: Int, most: Int
  ) throws {
    let before = "{'id':'a','event':'\(event)',\(start)"
    for number in [least, most] {
      #expect(throws: Never.self) { try decode(json("\(before)\(number)}")) }
    }
    for number in [least - 1, most + 1, .min, .max] {
      expectRefusal("\(before)\(number)}", ".\(field)", "must be \(least) to \(most), not \(number)")
    }
  }

  @Test(arguments: ["at_usec", "expires_usec"], [-1, Int64.min, 253_402_300_800_000_000, Int64.max])
  func `A time before 1970 or after 9999 is refused`(field: String, time: Int64) {
    expectRefusal(
      "{'id':'a','event':'halfway','\(field)':\(time)}", ".\(field)",
      "must be microseconds since 1970, 0 to 253402300799999999")
  }

  @Test(arguments: [(5, 5), (5, 4), (253_402_300_799_999_999, 0)])
  func `A cue that expires before it is to be heard is refused`(at: Int64, expires: Int64) {
    expectRefusal(
      "{'id':'a','event':'halfway','at_usec':\(at),'expires_usec':\(expires)}", ".expires_usec",
      "must be later than at_usec")
  }
}

/// A note of the scale that all chimes share: five to the octave, none of which clash, in just intonation.
///
/// The raw value is the note's ratio to the lowest.
enum Pitch: Double {
  case c5 = 1
  case g5 = 1.5
  case a5 = 1.6666666666666667
  case c6 = 2
  case d6 = 2.25
  case e6 = 2.5
  case g6 = 3
  case a6 = 3.3333333333333333

  /// Hertz: 523 to 1,744, which the smallest speakers still play.
  var frequency: Double { rawValue * 523.25 }
}

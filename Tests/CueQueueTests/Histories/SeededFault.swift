/// A rule of the queue, broken on purpose by a ``FaultyQueue``, to see whether the random histories notice.
enum SeededFault: CaseIterable, Sendable {
  /// Rule 1: a cue begins while another one plays.
  case overlapping
  /// Rule 2: a cue that has ended begins anew when it is sent again.
  case repeating
  /// Rule 3: a phase makes paused and resumed pointless too.
  case supersedingPauses
  /// Rule 3: a phase counts as soon as it may begin, before its time.
  case countingAhead
  /// Rule 4: a sender's own time of expiry is not looked at.
  case deafToExpiry
  /// Rule 5: a cue begins a second early.
  case early
  /// Rule 6: the order is that of arrival.
  case orderingByArrival
  /// Rule 7: one more may wait.
  case crowded
  /// Rules 2 and 8: what was heard before a crash is heard again.
  case forgettingEnds
  /// Rule 8: what was playing is not played again.
  case takingBegunForHeard
  /// Rule 9: what a closed connection had scheduled is never cancelled.
  case haunted
  /// Rule 9: a daemon forgets that a connection was closed before it was there.
  case forgettingDepartures
}

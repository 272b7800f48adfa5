import Settings

/// Man pages that are made from what is in the code.
enum ManualPage {
  /// cued.settings(5), from the table of settings; without its last line's end.
  static var settings: String {
    """
    .\\" Made from the table of settings by "make manual": what is changed here is lost.
    .Dd November 30, 2026
    .Dt CUED.SETTINGS 5
    .Os
    .Sh NAME
    .Nm cued.settings
    .Nd how cues sound, and how other sound makes room for them
    .Sh SYNOPSIS
    .Pa $XDG_CONFIG_HOME/cued/settings.json
    .Sh DESCRIPTION
    The file holds one object with settings in it.
    .Xr cuectl 1
    reads and writes it, by the verbs
    .Cm get , set , unset
    and
    .Cm chimes ,
    and so do programs by the interface
    .Ql io.cued.Settings :
    see
    .Xr io.cued 7 .
    What is set is in force from the next cue on, also of those that wait already.
    .Pp
    Whoever writes it by hand may write JSON5: with comments, trailing commas, names without quotes and text in single
    quotes.
    Values are
    .Cm true
    and
    .Cm false
    for on and off, whole numbers, and text in quotes.
    .Xr cued 1
    reads it again when it gets
    .Dv SIGHUP :
    .Bd -literal -offset indent
    systemctl --user reload cued
    .Ed
    .Pp
    A file with a mistake in it is not in force at all, and the settings from before are;
    .Ql cuectl status
    and the log name the line and the setting.
    Members that are no settings are kept.
    Comments are not: when
    .Xr cuectl 1
    changes something, the file is written anew, as JSON.
    Where it is a symbolic link, what that leads to is written.
    .Pp
    Options of
    .Xr cued 1
    count more than the file.
    .Sh SETTINGS
    .Bl -tag -width Ds
    \(Setting.all.map(\.manualEntry).joined(separator: "\n"))
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa $XDG_CONFIG_HOME/cued/settings.json
    The settings; in
    .Pa ~/.config
    where the variable is unset.
    .El
    .Sh EXAMPLES
    Another voice, which speaks faster:
    .Bd -literal -offset indent
    cuectl set voice en-gb rate 200
    .Ed
    .Pp
    Runs without their chime:
    .Bd -literal -offset indent
    cuectl set chime.run off
    .Ed
    .Pp
    All of it as it was at first:
    .Bd -literal -offset indent
    cuectl unset voice rate chime.run
    .Ed
    .Pp
    The same in the file:
    .Bd -literal -offset indent
    {
      voice: 'en-gb',  // another voice
      rate: 200,
      "chime.run": false,
    }
    .Ed
    .Sh SEE ALSO
    .Xr cuectl 1 ,
    .Xr cued 1 ,
    .Xr io.cued 7
    """
  }
}

extension Setting {
  /// An item of a list.
  fileprivate var manualEntry: String {
    let standard = standard.map { "; \($0) where nothing is set" } ?? ""
    return """
      .It Cm \(name)
      \(meaning)
      .br
      It is \(expected)\(standard).
      """
  }
}

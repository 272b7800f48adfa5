"""Stands in for systemd-logind and for a desktop's screen saver on one bus, and prints what they are asked for.

With the argument "refusing", nobody may keep the machine from going to sleep.
"""

import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

LOGIND = "org.freedesktop.login1"
SCREEN_SAVER = "org.freedesktop.ScreenSaver"


def say(text):
    print(text, flush=True)


class Refusal(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.AccessDenied"


class Logind(dbus.service.Object):
    @dbus.service.method(LOGIND + ".Manager", in_signature="ssss", out_signature="h")
    def Inhibit(self, what, who, why, mode):
        if "refusing" in sys.argv and "sleep" in what:
            raise Refusal("you may not")
        say(f"logind: {what}, {who}, {why}, {mode}")
        ours, theirs = os.pipe()
        GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, ours, GLib.IOCondition.HUP, self.released)
        descriptor = dbus.types.UnixFd(theirs)
        os.close(theirs)
        return descriptor

    def released(self, descriptor, _):
        os.close(descriptor)
        say("logind: released")
        return False


class ScreenSaver(dbus.service.Object):
    @dbus.service.method(SCREEN_SAVER, in_signature="ss", out_signature="u")
    def Inhibit(self, who, why):
        say(f"screen saver: {who}, {why}")
        return 4711

    @dbus.service.method(SCREEN_SAVER, in_signature="u")
    def UnInhibit(self, cookie):
        say(f"screen saver: {cookie} released")


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
objects = [
    Logind(dbus.service.BusName(LOGIND, bus), "/org/freedesktop/login1"),
    ScreenSaver(dbus.service.BusName(SCREEN_SAVER, bus), "/org/freedesktop/ScreenSaver"),
]
say("ready")
GLib.MainLoop().run()

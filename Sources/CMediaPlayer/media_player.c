#include "CMediaPlayer.h"

static const char path[] = "/org/mpris/MediaPlayer2";

static int call(sd_bus_message *message, void *userdata, sd_bus_error *error) {
  const struct media_player_handlers *handlers = userdata;
  return handlers->call(handlers->context, sd_bus_message_get_member(message), message, error);
}

static int get(sd_bus *bus, const char *object, const char *interface, const char *property, sd_bus_message *reply,
               void *userdata, sd_bus_error *error) {
  (void)bus, (void)object, (void)interface, (void)error;
  const struct media_player_handlers *handlers = userdata;
  return handlers->get(handlers->context, property, reply);
}

static int set(sd_bus *bus, const char *object, const char *interface, const char *property, sd_bus_message *value,
               void *userdata, sd_bus_error *error) {
  (void)bus, (void)object, (void)interface;
  const struct media_player_handlers *handlers = userdata;
  return handlers->set(handlers->context, property, value, error);
}

#define METHOD(name) SD_BUS_METHOD(name, "", "", call, SD_BUS_VTABLE_UNPRIVILEGED)
#define METHOD_WITH(name, types, names) \
  SD_BUS_METHOD_WITH_NAMES(name, types, names, "", , call, SD_BUS_VTABLE_UNPRIVILEGED)
#define CONSTANT(name, type) SD_BUS_PROPERTY(name, type, get, 0, SD_BUS_VTABLE_PROPERTY_CONST)
#define PROPERTY(name, type) SD_BUS_PROPERTY(name, type, get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
#define QUIET_PROPERTY(name, type) SD_BUS_PROPERTY(name, type, get, 0, 0)
#define WRITABLE_PROPERTY(name, type) \
  SD_BUS_WRITABLE_PROPERTY(name, type, get, set, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE | SD_BUS_VTABLE_UNPRIVILEGED)

static const sd_bus_vtable root[] = {
    SD_BUS_VTABLE_START(0),
    METHOD("Raise"),
    METHOD("Quit"),
    CONSTANT("CanQuit", "b"),
    WRITABLE_PROPERTY("Fullscreen", "b"),
    CONSTANT("CanSetFullscreen", "b"),
    CONSTANT("CanRaise", "b"),
    CONSTANT("HasTrackList", "b"),
    CONSTANT("Identity", "s"),
    CONSTANT("DesktopEntry", "s"),
    CONSTANT("SupportedUriSchemes", "as"),
    CONSTANT("SupportedMimeTypes", "as"),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable player[] = {
    SD_BUS_VTABLE_START(0),
    METHOD("Next"),
    METHOD("Previous"),
    METHOD("Pause"),
    METHOD("PlayPause"),
    METHOD("Stop"),
    METHOD("Play"),
    METHOD_WITH("Seek", "x", SD_BUS_PARAM(Offset)),
    METHOD_WITH("SetPosition", "ox", SD_BUS_PARAM(TrackId) SD_BUS_PARAM(Position)),
    METHOD_WITH("OpenUri", "s", SD_BUS_PARAM(Uri)),
    SD_BUS_SIGNAL_WITH_NAMES("Seeked", "x", SD_BUS_PARAM(Position), 0),
    PROPERTY("PlaybackStatus", "s"),
    WRITABLE_PROPERTY("LoopStatus", "s"),
    WRITABLE_PROPERTY("Rate", "d"),
    WRITABLE_PROPERTY("Shuffle", "b"),
    PROPERTY("Metadata", "a{sv}"),
    WRITABLE_PROPERTY("Volume", "d"),
    QUIET_PROPERTY("Position", "x"),
    PROPERTY("MinimumRate", "d"),
    PROPERTY("MaximumRate", "d"),
    PROPERTY("CanGoNext", "b"),
    PROPERTY("CanGoPrevious", "b"),
    PROPERTY("CanPlay", "b"),
    PROPERTY("CanPause", "b"),
    PROPERTY("CanSeek", "b"),
    QUIET_PROPERTY("CanControl", "b"),
    SD_BUS_VTABLE_END,
};

int media_player_add(sd_bus *bus, const struct media_player_handlers *handlers) {
  void *userdata = (void *)handlers;
  int result = sd_bus_add_object_vtable(bus, NULL, path, "org.mpris.MediaPlayer2", root, userdata);
  if (result < 0) return result;
  return sd_bus_add_object_vtable(bus, NULL, path, "org.mpris.MediaPlayer2.Player", player, userdata);
}

int media_player_emit_seeked(sd_bus *bus, int64_t microseconds) {
  return sd_bus_emit_signal(bus, path, "org.mpris.MediaPlayer2.Player", "Seeked", "x", microseconds);
}

#include <sqlite3.h>

/// Binds text that SQLite copies (SQLITE_TRANSIENT, a macro that Swift does not see).
static inline int sqlite_bind_copy(sqlite3_stmt *statement, int index, const char *text, int bytes) {
  return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

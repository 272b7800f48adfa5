# For the scripts beside it: what is said to the person, and what Debian's package manager knows.

say() { printf '%s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }

is_installed() {
  case $(dpkg-query --show --showformat '${db:Status-Abbrev}' "$1" 2>/dev/null) in
  ?i*) true ;;
  *) false ;;
  esac
}

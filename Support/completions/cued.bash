# Completions of bash for cued, cuectl and couch5k. Verbs and options are taken from the programs' own help.

# The names, or the languages, of the voices: the table ends with an empty line.
_cued_voices() {
  "$1" voices --language "$2" 2>/dev/null | sed -nE '1d; /^$/q; s/^..([^ ]+).*/\1/p'
}
_cued_languages() {
  "$1" voices --language all 2>/dev/null | sed -nE '1d; /^$/q; s/^..[^ ]+ +([^ ]+).*/\1/p' | sort -u
}

_cued() {
  local program=$1 word=$2 previous=$3 verb="" about="" help candidates="" given
  local -a operands=()
  for given in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $given in
    -*) ;;
    *) if [ -z "$verb" ]; then verb=$given; else operands+=("$given"); fi ;;
    esac
  done
  # cued has no verbs.
  case ${program##*/} in
  cued) verb= ;;
  esac
  # After a setting's name stands its value.
  if [ "$verb" = set ] && ((${#operands[@]} % 2)); then about=${operands[-1]}; fi
  help=$("$program" ${verb:+"$verb"} ${about:+"$about"} --help 2>/dev/null)
  COMPREPLY=()

  case $previous in
  -*)
    # An option whose value stands after it in capitals.
    if grep -qE -- "(^| )$previous(, --[a-z-]+)? [A-Z]" <<<"$help"; then
      case $previous in
      --chime) candidates="alert bell complete cooldown halfway minute paused resumed run start tick walk" ;;
      --voice) candidates=$(_cued_voices "$program" all) ;;
      --language) candidates="all $(_cued_languages "$program")" ;;
      --interval) candidates="run walk" ;;
      --ducking) candidates="auto off role server volume" ;;
      --week | -w) candidates="1 2 3 4 5 6 7 8 9" ;;
      --day | -d) candidates="1 2 3" ;;
      --output | -o | --socket | --svg | --music) compopt -o default 2>/dev/null ;;
      esac
      mapfile -t COMPREPLY < <(compgen -W "$candidates" -- "$word")
      return
    fi
    ;;
  esac
  case $word in
  -*) candidates=$(sed -nE 's/^ +(-[A-Za-z], )?(--[a-z0-9-]+).*/\2/p' <<<"$help") ;;
  *)
    case $verb in
    attach | export | import | render) compopt -o default 2>/dev/null && return ;;
    esac
    # Verbs, and what a verb can be about, stand behind two spaces.
    candidates=$(sed -nE 's/^  ([a-z][a-z_.]*)( .*)?$/\1/p' <<<"$help")
    if [[ $verb == preview && $previous == preview ]]; then candidates=$(_cued_voices "$program" en); fi
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$candidates" -- "$word")
}

complete -F _cued cued cuectl couch5k

# Completions of fish for cued, cuectl and couch5k. Verbs and options are taken from the programs' own help.

# The names of the voices: the table ends with an empty line.
function __cued_voices
    $argv[1] voices --language $argv[2] 2>/dev/null | sed -nE '1d; /^$/q; s/^..([^ ]+).*/\1/p'
end

function __cued_candidates
    set -l given (commandline --tokenize --cut-at-cursor --current-process)
    set -l word (commandline --current-token --cut-at-cursor)
    set -l program $given[1]
    set -l previous $given[-1]
    # cued has no verbs.
    set -l operands
    if not string match --quiet --regex '(^|/)cued$' -- $program
        set operands (string match --invert --regex '^-' -- $given[2..])
    end
    set -l verb $operands[1]
    set -l about
    # After a setting's name stands its value.
    if test "$verb" = set; and test (math (count $operands) % 2) -eq 0
        set about $operands[-1]
    end
    set -l help ($program $verb $about --help 2>/dev/null)

    # An option whose value stands after it in capitals.
    if string match --quiet --regex -- '^-' $previous
        and string match --quiet --regex -- "(^| )$previous(, --[a-z-]+)? [A-Z]" $help
        switch $previous
            case --chime
                printf '%s\n' alert bell complete cooldown halfway minute paused resumed run start tick walk
            case --voice
                __cued_voices $program all
            case --language
                echo all
                $program voices --language all 2>/dev/null | sed -nE '1d; /^$/q; s/^..[^ ]+ +([^ ]+).*/\1/p' | sort -u
            case --interval
                printf '%s\n' run walk
            case --ducking
                printf '%s\n' auto off role server volume
            case --week -w
                seq 9
            case --day -d
                seq 3
            case --output -o --socket --svg --music
                __fish_complete_path $word
        end
        return
    end
    if string match --quiet --regex -- '^-' $word
        string replace --filter --regex '^ +(?:-[A-Za-z], )?(--[a-z0-9-]+)(?: [A-Z:]+)? +(.*)' '$1\t$2' -- $help
    else if test "$verb" = preview -a "$previous" = preview
        __cued_voices $program en
    else if contains -- "$verb" attach export import render
        __fish_complete_path $word
    else
        # Verbs, and what a verb can be about, stand behind two spaces.
        string replace --filter --regex '^  ([a-z][a-z_.]*)(?: .*)?$' '$1' -- $help
    end
end

for program in cued cuectl couch5k
    complete --command $program --no-files --arguments '(__cued_candidates)'
end

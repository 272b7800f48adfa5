import Glibc

exit(makeChimes(CommandLine.arguments))

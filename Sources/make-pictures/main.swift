import Glibc

exit(makePictures(CommandLine.arguments))

import CommandLineTool
import Glibc

exit(printLine(ManualPage.settings) ? ExitStatus.success : ExitStatus.failure)

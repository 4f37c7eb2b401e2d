internal import Glibc
internal import ZigguratCommands

exit(ZigguratTool.runProcess())

// ZigguratCommands

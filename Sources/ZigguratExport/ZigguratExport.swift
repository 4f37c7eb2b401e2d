// ZigguratExport

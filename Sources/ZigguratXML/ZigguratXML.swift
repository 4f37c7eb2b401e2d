// ZigguratXML

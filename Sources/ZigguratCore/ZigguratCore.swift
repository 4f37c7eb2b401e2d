// ZigguratCore

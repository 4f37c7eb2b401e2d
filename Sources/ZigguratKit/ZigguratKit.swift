// ZigguratKit

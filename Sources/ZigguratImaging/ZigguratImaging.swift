// ZigguratImaging

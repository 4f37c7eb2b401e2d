// ZigguratViewer

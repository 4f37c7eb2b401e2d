extension Message {
    /// A cancelled run that has not ended yet.
    static let waiting = Message(
        "cancelled, but still waits for a file, the disk, or another process",
        hint: "press Ctrl-C again to stop at once")
}

extension Message {
    static func watching(_ folders: [String]) -> Message {
        Message("watching \(folders.joined(separator: ", ")); press Ctrl-C to end")
    }
}

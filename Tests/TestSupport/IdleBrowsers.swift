/// The browsers that no test uses at the moment, by the driver's names for them. They end with the
/// driver, when the test process does.
actor IdleBrowsers {
    static let shared = IdleBrowsers()

    private var sessions: [String] = []

    /// A browser that is at leisure; nil where none is.
    func take() -> String? {
        sessions.popLast()
    }

    func put(_ session: String) {
        sessions.append(session)
    }
}

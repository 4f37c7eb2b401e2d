/// The sessions of browsers that no test uses at the moment. The browsers end with the driver, at
/// the end of the test process.
actor IdleBrowsers {
    static let shared = IdleBrowsers()

    private var sessions: [String] = []

    /// Removes and returns an idle browser; `nil` if all are in use.
    func take() -> String? {
        sessions.popLast()
    }

    func put(_ session: String) {
        sessions.append(session)
    }
}

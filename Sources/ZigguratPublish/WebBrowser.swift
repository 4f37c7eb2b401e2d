internal import ZigguratCore
public import ZigguratSystem

/// The browser of the person at this machine.
public enum WebBrowser {
    private static let opener = "xdg-open"

    /// Opens an address, and does not wait for anything to come of it.
    public static func open(_ address: String) throws(ZigguratError) {
        guard let program = ChildProcess.path(of: opener) else {
            throw ZigguratError(
                .missingProgram, opener, "it is not on PATH, so no browser was opened",
                remedy: "open \(address) yourself")
        }
        try ChildProcess.startDetached(program, [address])
    }
}

internal import ZigguratCore
package import ZigguratSystem

/// The browser of the desktop.
package enum WebBrowser {
    private static let opener = "xdg-open"

    /// Opens an address without waiting for the browser.
    package static func open(_ address: String) throws(ZigguratError) {
        guard let program = ChildProcess.path(of: opener) else {
            throw ZigguratError(PublicationError.programNotFound(package: "xdg-utils"), opener)
        }
        try ChildProcess.startDetached(program, [address])
    }
}

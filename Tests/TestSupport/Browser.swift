public import Foundation

/// A real Chromium with one window, driven through chromedriver.
///
/// It runs without a display but otherwise as a person's would: in particular `file://` pages may
/// read no more than they may there. No name but `localhost` can be looked up and no address but
/// 127.0.0.1 reached, so that a test is the same with and without a network; such requests fail
/// and are reported.
public actor Browser {
    private let driver: WebDriver
    private let session: String

    private init(driver: WebDriver, session: String) {
        self.driver = driver
        self.session = session
    }

    /// Hands a browser with one empty tab to `body`. It is one that an earlier test has used, where
    /// there is one at leisure: starting one takes longer than most tests. What such a test changed
    /// went with its tab; a browser whose test threw is closed.
    ///
    /// - Parameters:
    ///   - width: of the page's viewport in CSS pixels
    ///   - height: of the page's viewport in CSS pixels
    ///   - scale: device pixels for each CSS pixel
    ///   - hasFingers: whether it is a phone, with a screen to touch
    public static func with<Result>(
        width: Int = 800, height: Int = 600, scale: Double = 1, hasFingers: Bool = false,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (Browser) async throws -> Result
    ) async throws -> Result {
        try await WebDriver.turnstile.pass {
            let browser = try await ready(width: width, height: height, scale: scale)
            do {
                if hasFingers { try await browser.growFingers() }
                let result = try await body(browser)
                await IdleBrowsers.shared.put(browser.session)
                return result
            } catch {
                await browser.close()
                throw error
            }
        }
    }

    private static func ready(width: Int, height: Int, scale: Double) async throws -> Browser {
        let idle = await IdleBrowsers.shared.take()
        let session = if let idle { idle } else { try await start() }
        let browser = Browser(driver: .shared, session: session)
        do {
            if idle != nil { try await browser.forget() }
            try await browser.fit(width: width, height: height, scale: scale)
            _ = try await browser.report()
        } catch {
            await browser.close()
            throw error
        }
        return browser
    }

    /// Starts a browser and returns the driver's name for it.
    private static func start() async throws -> String {
        let chromium = try Program.path(of: "chromium")
        let capabilities: JSONValue = [
            "browserName": "chrome",
            "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
            "goog:chromeOptions": [
                "binary": .string(chromium),
                "perfLoggingPrefs": ["enableNetwork": true, "enablePage": false],
                "args": [
                    "--headless=new",
                    // The sandbox needs rights that containers and the root user do not have.
                    "--no-sandbox",
                    // The shared memory of a container is often too small.
                    "--disable-dev-shm-usage", "--window-size=1600,1200",
                    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
                ],
            ],
            "timeouts": ["pageLoad": 30000, "script": 60000],
        ]
        let value = try await WebDriver.shared.send(
            "POST", "session", ["capabilities": ["alwaysMatch": capabilities]])
        guard let session = value["sessionId"].string else {
            throw WebDriverError(
                command: "POST session", kind: "no session", message: "\(value)")
        }
        return session
    }

    /// Opens a page and waits until it has loaded.
    public func open(_ url: URL) async throws {
        // On a busy machine the driver may come back before the old page has made way; a mark on the
        // old page tells.
        let mark = "window.zigguratOldPage = location.href.split('#')[0]; return true;"
        _ = try await run(mark)
        _ = try await send("POST", "url", ["url": .string(url.absoluteString)])
        let address = url.absoluteString.split(separator: "#").first.map(String.init) ?? ""
        try await wait(
            until: """
                const isOld = window.zigguratOldPage && window.zigguratOldPage !== arguments[0];
                return !isOld && document.readyState === 'complete';
                """, [.string(address)], timeout: .seconds(60))
    }

    /// Runs the body of a JavaScript function in the page and returns what it returns; a promise
    /// is waited for. The arguments are `arguments[0]`, `arguments[1]` …
    @discardableResult
    package func run(
        _ script: String, _ arguments: [JSONValue] = [], timeout: Duration = .seconds(60)
    ) async throws -> JSONValue {
        let limit = (timeout / .milliseconds(1)).rounded()
        _ = try await send("POST", "timeouts", ["script": .number(limit)])
        return try await send(
            "POST", "execute/sync", ["script": .string(script), "args": .array(arguments)],
            timeout: timeout + .seconds(10))
    }

    /// Waits until the body of a JavaScript function returns something true, and returns that.
    @discardableResult
    package func wait(
        until condition: String, _ arguments: [JSONValue] = [], timeout: Duration = .seconds(20)
    ) async throws -> JSONValue {
        let answer = try await Patience.answer(within: timeout) {
            let value = try await run(condition, arguments)
            return [.null, false, 0, ""].contains(value) ? nil : value
        }
        guard let answer else {
            throw WebDriverError(
                command: condition, kind: "timeout", message: "not true within \(timeout)")
        }
        return answer
    }

    /// The visible part of the page as the bytes of a PNG file, in device pixels.
    public func screenshot() async throws -> Data {
        guard let text = try await send("GET", "screenshot").string,
            let data = Data(base64Encoded: text)
        else { throw WebDriverError(command: "screenshot", kind: "no picture", message: "") }
        return data
    }

    /// Presses and releases one key after another, as a person would, after the modifiers. Keys
    /// that stand for no letter have WebDriver's names for them, such as `\u{E012}` for the left
    /// arrow.
    public func press(_ keys: [String], holding modifiers: [String] = []) async throws {
        func action(_ type: String, _ key: String) -> JSONValue {
            ["type": .string(type), "value": .string(key)]
        }
        let actions =
            modifiers.map { action("keyDown", $0) }
            + keys.flatMap { [action("keyDown", $0), action("keyUp", $0)] }
            + modifiers.map { action("keyUp", $0) }
        _ = try await send(
            "POST", "actions",
            ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
    }

    /// Sends a command of the Chrome DevTools Protocol, such as
    /// `Emulation.setScriptExecutionDisabled`.
    @discardableResult
    package func devTools(_ command: String, _ parameters: JSONValue) async throws -> JSONValue {
        try await send(
            "POST", "goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    /// Has pages believe that the person wants to see less motion, until the end of the test.
    public func reduceMotion() async throws {
        let features: JSONValue = [["name": "prefers-reduced-motion", "value": "reduce"]]
        try await devTools("Emulation.setEmulatedMedia", ["features": features])
    }

    /// What happened since the last call, or since the start: console messages and requests.
    public func report() async throws -> PageReport {
        try PageReport(
            browserLog: await send("POST", "se/log", ["type": "browser"]),
            performanceLog: await send("POST", "se/log", ["type": "performance"]))
    }

    func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil,
        timeout: Duration = .seconds(60)
    ) async throws -> JSONValue {
        try await driver.send(method, "session/\(session)/\(path)", body, timeout: timeout)
    }

    /// Gives every page that will be opened a viewport of exactly this size. The window's own size
    /// includes a frame and, where the scale is a fraction, is rounded.
    private func fit(width: Int, height: Int, scale: Double) async throws {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)),
                "deviceScaleFactor": .number(scale), "mobile": false,
            ])
    }

    /// Leaves every tab for a new one, which knows nothing of what was emulated in them, and throws
    /// away what was kept of servers that may have had the next one's port.
    private func forget() async throws {
        let old = try await send("GET", "window/handles").array ?? []
        let tab = try await send("POST", "window/new", ["type": "tab"])["handle"]
        for handle in old {
            _ = try await send("POST", "window", ["handle": handle])
            _ = try await send("DELETE", "window")
        }
        _ = try await send("POST", "window", ["handle": tab])
        for command in ["Network.clearBrowserCache", "Network.clearBrowserCookies"] {
            try await devTools(command, [:])
        }
    }

    private func close() async {
        // In a task of its own: the test's may have been cancelled, which would cut this short.
        let (driver, session) = (driver, session)
        await Task {
            _ = try? await driver.send("DELETE", "session/\(session)", timeout: .seconds(20))
        }.value
    }
}

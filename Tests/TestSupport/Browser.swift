public import Foundation

/// A Chromium window without a display, controlled through chromedriver.
///
/// The browser keeps its default security settings, also for `file://` pages. The browser resolves
/// only `localhost` and reaches only 127.0.0.1, so tests do not depend on a network. Other requests
/// fail and are reported.
public actor Browser {
    private let driver: WebDriver
    private let session: String

    private init(driver: WebDriver, session: String) {
        self.driver = driver
        self.session = session
    }

    /// Calls `body` with a browser that has one empty tab. Starting a browser takes longer than most
    /// tests, so an idle browser of an earlier test is reused, with a new tab. A browser whose test
    /// threw is closed.
    ///
    /// - Parameters:
    ///   - width: the width of the viewport in CSS pixels.
    ///   - height: the height of the viewport in CSS pixels.
    ///   - scale: device pixels per CSS pixel.
    ///   - hasFingers: whether the screen is a touch screen.
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

    /// Starts a browser and returns the identifier of its session.
    private static func start() async throws -> String {
        let chromium = try Program.path(of: "chromium")
        let limit = Patience.limit / .milliseconds(1)
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
                    // Without a graphics card, drawing by the processor takes two thirds of the time
                    // of an emulated card.
                    "--disable-gpu",
                    // The shared memory of a container is often too small.
                    "--disable-dev-shm-usage", "--window-size=1600,1200",
                    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
                ],
            ],
            "timeouts": ["pageLoad": .number(limit), "script": .number(limit)],
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
        // On a busy machine, the driver may return while the old page is still open. The mark
        // identifies the old page.
        let mark = "window.zigguratOldPage = location.href.split('#')[0]; return true;"
        _ = try await run(mark)
        _ = try await send("POST", "url", ["url": .string(url.absoluteString)])
        let address = url.absoluteString.split(separator: "#").first.map(String.init) ?? ""
        try await wait(
            until: """
                const isOld = window.zigguratOldPage && window.zigguratOldPage !== arguments[0];
                return !isOld && document.readyState === 'complete';
                """, [.string(address)])
    }

    /// Runs the body of a JavaScript function in the page, waits for a promise, and returns the
    /// result. The arguments are `arguments[0]`, `arguments[1]` …
    @discardableResult
    package func run(
        _ script: String, _ arguments: [JSONValue] = [], timeout: Duration? = nil
    ) async throws -> JSONValue {
        let limit = ((timeout ?? Patience.limit) / .milliseconds(1)).rounded()
        _ = try await send("POST", "timeouts", ["script": .number(limit)])
        do {
            return try await send(
                "POST", "execute/sync", ["script": .string(script), "args": .array(arguments)])
        } catch let error as WebDriverError where error.kind == "script timeout" {
            if timeout == nil { Patience.expire() }
            throw error
        }
    }

    /// Repeats the body of a JavaScript function until it returns a true value, and returns that
    /// value.
    @discardableResult
    package func wait(
        until condition: String, _ arguments: [JSONValue] = [], timeout: Duration? = nil
    ) async throws -> JSONValue {
        let answer = try await Patience.answer(within: timeout) {
            let value = try await run(condition, arguments)
            return [.null, false, 0, ""].contains(value) ? nil : value
        }
        guard let answer else {
            throw WebDriverError(
                command: condition, kind: "timeout", message: "did not become true")
        }
        return answer
    }

    /// Returns the visible part of the page as a PNG file, in device pixels.
    public func screenshot() async throws -> Data {
        guard let text = try await send("GET", "screenshot").string,
            let data = Data(base64Encoded: text)
        else { throw WebDriverError(command: "screenshot", kind: "no screenshot", message: "") }
        return data
    }

    /// Presses and releases one key after another while modifiers are held. Special keys have
    /// WebDriver's codes, such as `\u{E012}` for the left arrow.
    ///
    /// The page is redrawn first: until then, keys go to the element that had the focus before a
    /// script moved it, for example to one in a dialog that is closed by now.
    public func press(_ keys: [String], holding modifiers: [String] = []) async throws {
        func action(_ type: String, _ key: String) -> JSONValue {
            ["type": .string(type), "value": .string(key)]
        }
        let actions =
            modifiers.map { action("keyDown", $0) }
            + keys.flatMap { [action("keyDown", $0), action("keyUp", $0)] }
            + modifiers.map { action("keyUp", $0) }
        try await run("return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
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

    /// Emulates the preference for reduced motion, until the end of the test.
    public func reduceMotion() async throws {
        try await prefer("reduce", for: "reduced-motion")
    }

    /// Emulates a preference, such as `dark` for `color-scheme`, and no other preferences.
    package func prefer(_ value: String, for feature: String) async throws {
        let features: JSONValue = [
            ["name": .string("prefers-\(feature)"), "value": .string(value)]
        ]
        try await devTools("Emulation.setEmulatedMedia", ["features": features])
    }

    /// Returns the console messages and requests since the last call, or since the start.
    public func report() async throws -> PageReport {
        try PageReport(
            browserLog: await send("POST", "se/log", ["type": "browser"]),
            performanceLog: await send("POST", "se/log", ["type": "performance"]))
    }

    func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        try await driver.send(method, "session/\(session)/\(path)", body)
    }

    /// Sets the exact size of the viewport for all pages. The size of the window is not exact: it
    /// includes a frame, and is rounded if the scale is a fraction.
    package func fit(
        width: Int, height: Int, scale: Double = 1, isMobile: Bool = false
    ) async throws {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)),
                "deviceScaleFactor": .number(scale), "mobile": .boolean(isMobile),
            ])
    }

    /// Replaces all tabs by a new tab without emulation. Clears the cache, because the next server
    /// may have the port of an earlier server.
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
        // Runs in its own task, so that a cancelled test also closes its browser.
        let (driver, session) = (driver, session)
        await Task {
            _ = try? await driver.send("DELETE", "session/\(session)")
        }.value
    }
}

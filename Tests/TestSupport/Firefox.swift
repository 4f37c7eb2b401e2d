public import Foundation

/// A Firefox without a display, which opens pages and runs steps on them.
///
/// Debian has no geckodriver, so `firefox-pages.py` speaks WebDriver BiDi with Firefox.
public enum Firefox {
    /// The results of a page.
    public struct Visit: Sendable {
        /// The value that each step returned; null for touches.
        package let values: [JSONValue]
        /// A PNG file of the viewport after each `look`, in device pixels.
        public let screenshots: [Data]
        /// The lines of the console: script errors and calls of `console`.
        public let messages: [String]
        public let requests: [Request]

        /// One line for each console message, failed request, and request that left this machine.
        public var complaints: [String] {
            messages.filter { !$0.contains(PageReport.lateTile) }.map { "console \($0)" }
                + requests.filter { $0.hasFailed }.map {
                    "failed: \($0.url) (\($0.failure ?? "status \($0.status ?? 0)"))"
                }
                + requests.map(\.url).filter { url in
                    !["http://127.0.0.1:", "file:", "data:", "blob:", "about:"].contains {
                        url.hasPrefix($0)
                    }
                }.map { "not local: \($0)" }
        }
    }

    public struct Request: Sendable {
        public let url: String
        public let status: Int?
        public let failure: String?

        /// Whether the request failed. A request that the page cancelled has not failed; for a
        /// cancelled request in a frame, Firefox reports NS_ERROR_UNEXPECTED.
        var hasFailed: Bool {
            let isCancelled = ["NS_BINDING_ABORTED", "NS_ERROR_UNEXPECTED"].contains(failure)
            return failure != nil && !isCancelled || status ?? 0 >= 400
        }
    }

    /// A page to open, with its viewport and steps.
    public struct Page: Sendable {
        public var url: URL
        /// The viewport in CSS pixels.
        public var width: Int
        public var height: Int
        /// Device pixels per CSS pixel.
        public var scale: Double
        public var steps: [Step]
        /// The languages of the visitor; if empty, the browser's default languages.
        public var languages: [String] = []

        public init(_ url: URL, width: Int, height: Int, scale: Double = 1, steps: [Step]) {
            (self.url, self.width, self.height) = (url, width, height)
            (self.scale, self.steps) = (scale, steps)
        }

        package var json: JSONValue {
            [
                "url": .string(url.absoluteString), "width": .number(Double(width)),
                "height": .number(Double(height)), "scale": .number(scale),
                "steps": .array(steps.map(\.json)),
                "languages": .array(languages.map(JSONValue.string)),
            ]
        }
    }

    /// The start and the end of a finger's movement in CSS pixels; equal for a tap.
    public typealias Finger = (from: [Double], to: [Double])

    /// An action on a page.
    public enum Step: Sendable {
        /// Runs the body of a JavaScript function, and waits for its promise.
        case script(String)
        /// Runs the body of a JavaScript function, waits for its promise, and takes a screenshot.
        case look(String)
        /// Runs the body of a JavaScript function in the page's first frame, and waits for its
        /// promise.
        case inFrame(String)
        /// Performs touches one after another, each with one or more fingers.
        case touch([[Finger]])
        /// A tap, which may open another page.
        case tap(x: Double, y: Double, leaves: Bool)

        package var json: JSONValue {
            switch self {
            case .script(let text): ["script": .string(text), "picture": false]
            case .look(let text): ["script": .string(text), "picture": true]
            case .inFrame(let text): ["inFrame": .string(text), "picture": false]
            case .touch(let strokes):
                [
                    "touch": .array(
                        strokes.map { fingers in
                            .array(fingers.map { [Self.place($0.from), Self.place($0.to)] })
                        }), "picture": false,
                ]
            case .tap(let x, let y, let leaves):
                [
                    "touch": [[[Self.place([x, y]), Self.place([x, y])]]],
                    "leaves": .boolean(leaves), "picture": false,
                ]
            }
        }

        private static func place(_ place: [Double]) -> JSONValue {
            .array(place.map { .number($0) })
        }

        package var isLookedAt: Bool { json["picture"] == true }
    }

    /// Opens pages one after another in a viewport of this size in CSS pixels, and runs the bodies
    /// of JavaScript functions on each.
    public static func visit(
        _ pages: [URL], width: Int, height: Int, scripts: [String]
    ) async throws -> [Visit] {
        try await visit(
            pages.map {
                Page($0, width: width, height: height, steps: scripts.map { .look($0) })
            })
    }

    /// Opens pages one after another and runs their steps.
    public static func visit(_ pages: [Page]) async throws -> [Visit] {
        try await TemporaryFolder.with { folder in
            try folder.write(
                JSONEncoder().encode(JSONValue.array(pages.map(\.json))), to: "job.json")
            try await WebDriver.turnstile.pass {
                let firefox = try await IdleFirefoxes.shared.take()
                // A Firefox with a failed visit is not reused: it ends when this reference is
                // released.
                _ = try await Shell.run(
                    "python3",
                    [
                        "-I", "-S", Repository.helper("firefox-pages.py").path, firefox.port,
                        "\(Int(Patience.limit / .seconds(1)))",
                        folder["job.json"].path, folder.path,
                    ]
                ).orThrow()
                await IdleFirefoxes.shared.put(firefox)
            }
            let results = try JSONDecoder().decode(
                [JSONValue].self, from: Data(contentsOf: folder["result.json"]))
            return try zip(pages, results).enumerated().map { number, visited in
                let (page, result) = visited
                return Visit(
                    values: result["values"].array ?? [],
                    screenshots: try page.steps.indices.filter { page.steps[$0].isLookedAt }.map {
                        try Data(contentsOf: folder["\(number)-\($0).png"])
                    },
                    messages: (result["messages"].array ?? []).compactMap(\.string),
                    requests: (result["requests"].array ?? []).map {
                        Request(
                            url: $0["url"].string ?? "", status: $0["status"].integer,
                            failure: $0["failure"].string)
                    })
            }
        }
    }
}

public import Foundation

/// A real Firefox without a display, given pages to open and scripts to run on each.
///
/// Debian has no geckodriver; `firefox-pages.py` speaks to Firefox itself.
public enum Firefox {
    /// What a page did.
    public struct Visit: Sendable {
        /// What each script returned.
        package let values: [JSONValue]
        /// A PNG file of the viewport after each script.
        public let screenshots: [Data]
        /// What the console has, one line each: script errors and calls of `console`.
        public let messages: [String]
        public let requests: [Request]

        /// Everything that a good page does not do, one line each.
        public var complaints: [String] {
            messages.map { "console \($0)" }
                + requests.filter { $0.failure != nil || $0.status ?? 0 >= 400 }.map {
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
    }

    /// Opens pages one after another in a viewport of a size in CSS pixels, which are the screen's,
    /// and runs the bodies of JavaScript functions on each; promises are waited for.
    public static func visit(
        _ pages: [URL], width: Int, height: Int, scripts: [String]
    ) async throws -> [Visit] {
        let job: JSONValue = [
            "binary": .string(try Program.path(of: "firefox-esr")),
            "width": .number(Double(width)), "height": .number(Double(height)),
            "pages": .array(
                pages.map { page in
                    [
                        "url": .string(page.absoluteString),
                        "scripts": .array(scripts.map { .string($0) }),
                    ]
                }),
        ]
        return try await TemporaryFolder.with { folder in
            try folder.write(JSONEncoder().encode(job), to: "job.json")
            _ = try await WebDriver.turnstile.pass {
                try await Shell.run(
                    "python3",
                    [
                        "-I", "-S", Repository.helper("firefox-pages.py").path,
                        folder["job.json"].path, folder.path,
                    ], timeout: .seconds(300)
                ).orThrow()
            }
            let results = try JSONDecoder().decode(
                [JSONValue].self, from: Data(contentsOf: folder["result.json"]))
            return try results.enumerated().map { page, result in
                Visit(
                    values: result["values"].array ?? [],
                    screenshots: try scripts.indices.map {
                        try Data(contentsOf: folder["\(page)-\($0).png"])
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

internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat verify`: whether everything is there and whole.
struct VerifyCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "verify", abstract: "Check exports and other tools' pyramids",
        discussion: """
            Every tile must be there, decodable to its last pixel, and of the right size and format; \
            descriptors and the manifest must agree with the tiles, checksums with the files; nothing may be \
            left over. Of another tool's pyramid one address a tile suffices.

            PATH is an export, a folder of exports, a bundle, a descriptor (photo.dzi, info.json), a \
            collection beside its exports (dzc), or a container file (zip, szi, pmtiles, mbtiles).
            """,
        examples: [
            .init("ziggurat verify Output"),
            .init("ziggurat verify Output/photo --json"),
            .init("ziggurat verify scan.dzi map.pmtiles", "what other tools wrote"),
        ])

    @Argument(valueName: "PATH", help: "What to check.")
    var paths: [PathArgument]

    @Flag(help: "Look at tiles' headers and ends, and decode nothing.")
    var quick: Bool

    @Option(
        .range(1...1024), shownDefault: "as many as processors", help: "Threads that work at once.")
    var jobs = PyramidBuilder.defaultThreadCount

    @Option(.range(1...), help: "Print no more faults of a kind than this; --json has all of them.")
    var limit = 10

    @Option(help: "How progress is shown on standard error.")
    var progress = ProgressStyle.auto

    @Flag(help: "Print one JSON document instead of lines.")
    var json: Bool

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let options = Verification.Options(decodes: !quick, threadCount: jobs)
        let (paths, unreadable) = paths.texts()
        let report = VerifyReport(
            progress: progress, limit: limit, asJSON: json, on: context.console)
        for error in unreadable { report.failed(error) }
        for path in paths {
            do throws(ZigguratError) {
                _ = try Verification(of: path, options: options).run(
                    cancellation: context.cancellation
                ) { report.take($0) }
            } catch {
                if error.code == .cancelled { break }
                report.failed(error)
            }
        }
        try report.close()
        if context.cancellation.isCancelled { return .interrupted }
        return report.isClean ? .done : .failed
    }
}

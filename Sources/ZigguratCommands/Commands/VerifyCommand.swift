internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat verify`
struct VerifyCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "verify", abstract: "Check exports, and pyramids of other tools",
        discussion: """
            Checks that each tile exists, can be decoded, and has the right size and format; that \
            descriptors and the manifest match the tiles; that checksums match the files; and that \
            there are no unexpected files.
            """,
        """
        PATH is an export, a folder of exports, a bundle, a descriptor (photo.dzi, info.json), \
        a collection (dzc) or a container file (zip, szi, pmtiles, mbtiles).
        """,
        examples: [
            .init("ziggurat verify Output"),
            .init("ziggurat verify Output/photo --json"),
            .init("ziggurat verify scan.dzi map.pmtiles", "checks files of other tools"),
        ])

    @Argument(valueName: "PATH", help: "Files or folders to check")
    var paths: [PathArgument]

    @Flag(help: "Check the beginning and the end of tiles; do not decode them")
    var quick: Bool

    @OptionGroup var threads: ThreadOption

    @Option(.range(1...), help: "Number of faults to print for each kind; --json has all")
    var limit = 10

    @OptionGroup var output: ReportOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let options = Verification.Options(decodes: !quick, threadCount: threads.jobs)
        let (paths, unreadable) = paths.texts()
        let report = VerifyReport(
            progress: output.progress, limit: limit, asJSON: output.json, on: context.console)
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

internal import CommandLineParsing
internal import SampleImage
internal import ZigguratKit

struct SampleCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "sample", abstract: "Draw a test image of any size",
        discussion:
            "The image shows a tower with detail at every zoom. Equal sizes give equal images.",
        examples: [.init("ziggurat sample tower.jpg --size 20000x15000")])

    @Argument(
        valueName: "FILE", help: "Output file; the extension selects jpg, png, tif or webp")
    var file: PathArgument

    @Option(help: "Width and height in pixels")
    var size = PixelSize(width: 12_000, height: 8_000)

    @Flag(help: "Replace FILE if it exists")
    var replace: Bool

    @OptionGroup var report: ReportOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let path = try file.textOrError()
        guard replace || !FileSystem.exists(path) else {
            throw ZigguratError(CommandError.fileExists, path)
        }
        var display = ProgressDisplay(report.progress, on: context.console)
        display.begin(path)
        do throws(ZigguratError) {
            try SampleImage(width: size.width, height: size.height).write(to: path) { part in
                display.update { _ in
                    ProgressReport(
                        fraction: part, text: "\(Int(part * 100)) %",
                        event: ["fraction": part])
                }
                return !context.cancellation.isCancelled
            }
        } catch {
            display.end()
            guard !context.cancellation.isCancelled else { return .interrupted }
            throw error
        }
        display.end()
        if report.json {
            try context.console.print(json: [
                "file": path, "width": size.width, "height": size.height,
            ])
        } else {
            context.console.print("\(path): \(size.text) pixels")
        }
        return .done
    }
}

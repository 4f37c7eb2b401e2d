internal import CommandLineParsing
internal import SampleImage
internal import ZigguratKit

/// `ziggurat sample`: a picture to try things out with.
struct SampleCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "sample", abstract: "Draw a test image of any size",
        discussion: "The same size always gives the same picture: a tower that rewards zooming.",
        examples: [.init("ziggurat sample tower.jpg --size 20000x15000")])

    @Argument(
        valueName: "FILE", help: "Where to; the ending decides the format: jpg, png, tif, webp.")
    var file: PathArgument

    @Option(help: "Width and height in pixels.")
    var size = PixelSize(width: 12_000, height: 8_000)

    @Option(help: "How progress is shown on standard error.")
    var progress = ProgressStyle.auto

    @Flag(help: "Print one JSON document instead of a line.")
    var json: Bool

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let path = try file.textOrError()
        var display = ProgressDisplay(progress, on: context.console)
        display.begin(path)
        do throws(ZigguratError) {
            try SampleImage(width: size.width, height: size.height).write(to: path) { part in
                display.update { _ in Progress(fraction: part) }
                return !context.cancellation.isCancelled
            }
        } catch {
            display.end()
            guard !context.cancellation.isCancelled else { return .interrupted }
            throw error
        }
        display.end()
        if json {
            try context.console.print(
                json: Document(file: path, width: size.width, height: size.height))
        } else {
            context.console.print("\(path): \(size.width) × \(size.height) pixels")
        }
        return .done
    }

    private struct Document: Encodable {
        let file: String
        let width: Int
        let height: Int
    }

    private struct Progress: ProgressState {
        let fraction: Double
        var text: String { "\(Int(fraction * 100)) %" }

        func event(_ title: String) -> Event { Event(name: title, fraction: fraction) }

        struct Event: Encodable {
            let event = "progress"
            let name: String
            let fraction: Double
        }
    }
}

extension PixelSize: CommandValue {
    init?(argument: String) {
        let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0
        else { return nil }
        self.init(width: width, height: height)
    }

    var written: String { "\(width)x\(height)" }
    static var valueName: String? { "WxH" }
    static var expectation: String { "a width and a height such as 800x600" }
}

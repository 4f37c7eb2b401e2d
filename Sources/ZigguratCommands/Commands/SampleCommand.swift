internal import ZigguratKit

/// `ziggurat sample`: a picture to try things out with.
struct SampleCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "sample", abstract: "Draw a test image of any size",
        discussion: "The same size always gives the same picture: a tower that rewards zooming.",
        examples: [.init("ziggurat sample tower.jpg --size 20000x15000")])

    @Argument(valueName: "FILE", help: "Where to; the ending decides the format: jpg, png, tif, webp.")
    var file: PathArgument

    @Option(help: "Width and height in pixels.")
    var size = PixelSize(width: 12_000, height: 8_000)

    @Option(help: "How progress is shown on standard error.")
    var progress = ProgressStyle.auto

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let path = try file.textOrError()
        let console = context.console
        let showsBar = progress == .bar || progress == .auto && console.isTerminal
        var shown = -1
        do {
            try SampleImage(width: size.width, height: size.height).write(to: path) { part in
                let percent = Int(part * 100)
                if showsBar, percent != shown { console.show("\r\(path): \(percent) %") }
                shown = percent
                return !context.cancellation.isCancelled
            }
        } catch {
            if showsBar { console.show("\r\u{1B}[K") }
            guard !context.cancellation.isCancelled else { return .interrupted }
            throw ZigguratError(.unwritable, "", "\(error)")
        }
        if showsBar { console.show("\r\u{1B}[K") }
        console.print("\(path): \(size.width) × \(size.height) pixels")
        return .done
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

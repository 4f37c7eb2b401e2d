internal import CommandLineParsing
internal import ZigguratKit

/// Which part of a source is read, and how.
struct SourceOptions: ParameterSet {
    @Option(help: "The page or frame to export, from 1; all makes an export of each.")
    var page: PageChoice?

    @Flag(help: "Export the further images of a slide, too: label, macro and others.")
    var associated: Bool

    @Option(help: "Degrees by which the picture is turned clockwise, once it is upright.")
    var rotate = SourceRequest.Rotation.none

    @Option(help: "The part to export, in pixels of the picture as it is seen.")
    var crop: PixelRegion?

    @Option(help: "Reduce the picture until it fits into a box; PDF and SVG are drawn that size.")
    var fit: PixelSize?

    @Option(
        .matching("a number above 0") { $0 > 0 }, valueName: "N",
        help: "Reduce a picture that takes more millions of bytes, decoded, to that area.")
    var maxMegabytes: Double?

    @Option(
        .range(1...9600), valueName: "DPI", shownDefault: "300 for PDF, 72 for SVG",
        help: "Dots an inch at which PDF and SVG are drawn.")
    var density: Double?

    @Option(help: "How colours that sRGB does not have are brought into it.")
    var intent = RenderingIntent.relative

    @Option(help: "Colours of a profile: converted to sRGB, or kept with the profile in each tile.")
    var color = SourceRequest.ColourRule.srgb

    @Option(
        help: "Which values become black and white: as their depth says, as there are, or given.")
    var range = SampleRange.stored

    @Flag(help: "Show visitors nothing of what the file says of its picture.")
    var noMetadata: Bool

    @Flag(help: "Read formats whose decoders are not held to be safe: PDF, SVG, slides and others.")
    var allowUntrusted: Bool

    @Flag(help: "Read a file that ends early as far as it goes.")
    var allowTruncated: Bool

    @Option(.range(1...), help: "Refuse pictures of more pixels.")
    var maxPixels = SourceTrust.defaultPixelLimit

    @Option(
        .range(1...), valueName: "MB", shownDefault: "what the machine has",
        help: "Refuse exports that take more millions of bytes of memory.")
    var maxMemory: Int?

    var memoryLimit: Int {
        maxMemory.map { $0.multipliedReportingOverflow(by: 1_000_000) }
            .map { $0.overflow ? .max : $0.partialValue } ?? MemoryNeed.machineBytes
    }

    var request: SourceRequest {
        SourceRequest(
            page: page?.number, density: density, rotation: rotate, crop: crop, fit: fit,
            megabyteLimit: maxMegabytes, intent: intent, range: range,
            colour: color, showsMetadata: !noMetadata)
    }

    var trust: SourceTrust {
        SourceTrust(
            allowsUntrusted: allowUntrusted, allowsTruncated: allowTruncated,
            pixelLimit: maxPixels)
    }
}

/// One page of a file, or every one.
enum PageChoice: CommandValue, Equatable {
    case number(Int)
    case all

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else if let number = Int(argument), number > 0 {
            self = .number(number)
        } else {
            return nil
        }
    }

    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var written: String { number.map(\.written) ?? "all" }
    static var valueName: String? { "N|all" }
    static var expectation: String { "the number of a page, or all" }
}

extension SourceRequest.Rotation: CommandValue {
    init?(argument: String) {
        guard let degrees = Int(argument) else { return nil }
        self.init(rawValue: degrees)
    }

    var written: String { String(rawValue) }
    static var choices: [String] { allCases.map(\.written) }
}

extension RenderingIntent: CommandValue {}
extension SourceRequest.ColourRule: CommandValue {}

extension SampleRange: CommandValue {
    init?(argument: String) { self.init(rawValue: argument) }
    var written: String { rawValue }
    static var valueName: String? { "stored|auto|MIN,MAX" }
    static var expectation: String { "stored, auto, or two numbers such as 0,4095" }
}

extension PixelRegion: CommandValue {
    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Int($0)
        }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3], x >= 0, y >= 0, width > 0, height > 0
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    var written: String { "\(x),\(y),\(width),\(height)" }
    static var valueName: String? { "X,Y,W,H" }
    static var expectation: String { "a corner and a size such as 100,50,800,600" }
}

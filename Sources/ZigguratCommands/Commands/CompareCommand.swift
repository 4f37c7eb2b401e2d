internal import CommandLineParsing
internal import ZigguratKit

/// The command that writes a page to compare exports.
struct CompareCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "compare", abstract: "Write a page that compares exports",
        discussion: """
            Shows two to four exports of one folder behind a curtain, side by side, or one over the \
            other. Visitors choose the mode. The exports stay where they are: the page refers to \
            their tiles. With --layers, a slider goes through up to 100 exports of equal size.
            """,
        """
        A registration places further images exactly on the first one. Its file has one line for \
        each point that both images show: image,firstX,firstY,x,y, in pixels. Three points give \
        the exact transform of rotated, scaled or sheared images; two give rotation and scale; \
        more give the best fit.
        """,
        examples: [
            .init("ziggurat compare Output/before Output/after"),
            .init(
                "ziggurat compare Output/photo Output/xray --mode overlay --registration points.csv"
            ),
            .init("ziggurat compare --layers Output/band-* --title 'Eight bands'"),
        ])

    @Argument(
        valueName: "EXPORT", completion: .exports(besides: .folders),
        help: "Folders of exports, or of their bundles")
    var exports: [PathArgument]

    @Option(
        short: "o", valueName: "DIR", completion: .folders, visibility: .common,
        help: "Folder of the exports; receives the page")
    var output: PathArgument = "Output"

    @Option(
        valueName: "NAME", shownDefault: "the names of the exports", visibility: .common,
        help: "Folder of the page in the output folder")
    var name: String?

    @Option(
        .choices(["curtain", "side", "overlay"]), visibility: .common,
        help: "Initial mode of the page")
    var mode = "curtain"

    @Flag(visibility: .common, help: "Show the exports as layers of one image, with a slider")
    var layers: Bool

    @Option(
        valueName: "TEXT", visibility: .common,
        help: "Label of an image; repeat for each image, in the same order")
    var label: RepeatedTexts = []

    @Option(
        valueName: "FILE", completion: .files, visibility: .common,
        help: "Pairs of points that place further images on the first one")
    var registration: PathArgument?

    @Option(valueName: "TEXT", visibility: .common, help: "Title; by default the labels")
    var title: String?

    @Option(valueName: "TEXT", help: "Description")
    var description: String?

    @OptionGroup var baseURL: BaseURLOption
    @OptionGroup var templates: TemplatesOption

    @Flag(visibility: .common, help: "Replace another comparison of this name")
    var replace: Bool

    @OptionGroup var report: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        var options = Exporter.Options()
        options.replaces = replace
        var exporter = Exporter(destination: try output.textOrError(), options: options)
        let record = try DestinationRecord(of: exporter.destination)
        try exporter.checkDestination(allowsBook: true)
        exporter.templates = try templates.read(besides: record)
        var paths: [String] = []
        for export in exports { paths.append(try export.textOrError()) }
        var request = ComparisonRequest(of: paths)
        request.labels = label.items
        request.mode = layers ? .layers : ComparisonPage.Mode(rawValue: mode) ?? .curtain
        (request.name, request.title, request.description) = (name, title, description)
        (request.baseURL, request.language) = (baseURL.address, record.language)
        request.registration = try registration?.textOrError()
        let (comparison, registrations) = try exporter.whileInUse { () throws(ZigguratError) in
            let result = try exporter.compare(request)
            try exporter.updateIndex(on: context.console)
            try templates.remember(in: exporter.destination)
            return result
        }
        if report.json {
            try context.console.print(json: [
                "comparison": comparison, "registrations": registrations.map(\.document),
            ])
            return .done
        }
        context.console.print(comparison.page)
        for found in registrations { context.console.print(found.text) }
        return .done
    }
}

extension Registration {
    /// A line such as `image 2: rotated 1.25°, scaled 1.5020, 3 pairs of points, largest error 0.00
    /// pixels`.
    fileprivate var text: String {
        let (across, down) = (transform.horizontalScale, transform.verticalScale)
        let isEven = abs(across - down) < 5e-5 * across
        var parts = [
            "rotated \(Self.rounded(transform.rotation, 100))°",
            isEven
                ? "scaled \(Self.rounded(across, 10_000))"
                : "scaled \(Self.rounded(across, 10_000)) × \(Self.rounded(down, 10_000))",
        ]
        if abs(transform.shear) >= 0.005 {
            parts.append("sheared \(Self.rounded(transform.shear, 100))°")
        }
        if transform.isMirrored { parts.append("mirrored") }
        parts.append(Amount.count(pairs, of: "pair of points", plural: "pairs of points"))
        parts.append("largest error \(Self.rounded(largestError, 100)) pixels")
        return "image \(number): \(parts.joined(separator: ", "))"
    }

    fileprivate var document: JSONObject {
        [
            "image": number, "pairs": pairs, "largestError": largestError,
            "matrix": transform.components,
        ]
    }

    private static func rounded(_ value: Double, _ parts: Double) -> String {
        let result = (value * parts).rounded() / parts
        return "\(result == 0 ? 0 : result)"
    }
}

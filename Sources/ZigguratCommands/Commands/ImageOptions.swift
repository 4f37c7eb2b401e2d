internal import CommandLineParsing
internal import ZigguratKit

/// The options of `export`, `plan` and `shard plan` that select the images and the files to write.
struct ImageOptions: ParameterSet {
    @OptionGroup("Folders") var folders: FolderOptions
    @OptionGroup("Destination") var destination: DestinationOptions
    @OptionGroup("Source") var source: SourceOptions
    @OptionGroup("Tiles") var tiles: TileOptions

    /// - Parameter isolation: the isolation of decoders; `nil` to run decoders in this process.
    func exportOptions(
        _ isolation: SourceRequest.Isolation?
    ) throws(ZigguratError) -> Exporter.Options {
        var options = Exporter.Options()
        options.trust.isolation = isolation
        destination.apply(to: &options)
        source.apply(to: &options)
        try tiles.apply(to: &options)
        options.readingDirection = source.readingDirection
        if source.book || source.page == .all, tiles.layout.isEmpty { options.prefersBookLayout() }
        return options
    }

    func exporter(
        _ options: Exporter.Options, templates: PageTemplates = .builtIn
    ) throws(ZigguratError) -> Exporter {
        var exporter = Exporter(
            destination: try destination.output.textOrError(), options: options,
            naming: try ExportNaming(destination.name))
        exporter.templates = templates
        try exporter.checkOptions()
        return exporter
    }

    /// Runs a closure with the images. A temporary file replaces standard input.
    func withBatch<Result>(
        of images: [PathArgument], _ exporter: Exporter, in context: CommandContext,
        _ body: (ExportBatch, [ZigguratError]) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let (paths, errors) = images.files()
        return try StandardInput.replace(in: paths, context.cancellation) {
            paths throws(ZigguratError) in try body(try batch(of: paths, exporter), errors)
        }
    }

    func batch(
        of paths: [String], _ exporter: Exporter
    ) throws(ZigguratError) -> ExportBatch {
        ExportBatch(
            paths, exporter: exporter, selection: folders.selection,
            everyPage: source.page == .all, everyAssociatedImage: source.associated,
            books: try books(exporter))
    }

    /// Returns which images become pages of books. If the names contain `{page}`, each page is
    /// exported separately.
    func books(_ exporter: Exporter) throws(ZigguratError) -> ExportBatch.Books {
        guard source.book || source.page == .all else { return .none }
        let options = exporter.options
        guard source.book else {
            let canBeBooks =
                options.container.isFolder && options.pageAssets != .page
                && !exporter.naming.hasPage
            return canBeBooks ? .ofPages : .none
        }
        guard options.container.isFolder else {
            throw ZigguratError(OptionError.bookInContainer(options.container.name))
        }
        guard options.pageAssets != .page else {
            throw ZigguratError(OptionError.bookInOneFile)
        }
        guard !exporter.naming.hasPage, source.page?.number == nil else {
            throw ZigguratError(OptionError.bookOfOnePage)
        }
        return .all
    }

    func printPlans(
        of images: [PathArgument], with exporter: Exporter, asJSON: Bool,
        in context: CommandContext
    ) throws(ZigguratError) -> ExitStatus {
        try withBatch(of: images, exporter, in: context) { batch, errors throws(ZigguratError) in
            let found = batch.plansAndNotes()
            var (plans, errors) = ([PlannedExport](), errors)
            for plan in found.plans {
                do throws(ZigguratError) {
                    plans.append(try plan.get())
                } catch {
                    errors.append(StandardInput.named(error))
                }
            }
            return try PlanReport(plans: plans, notes: found.notes, errors: errors)
                .print(asJSON: asJSON, on: context.console)
        }
    }

    func check(_ images: [PathArgument]) throws(CommandLineError) {
        // In `--skip-blanks 8`, the number is a separate word, but it must be joined with `=`.
        guard tiles.skipBlanks != nil,
            let number = images.lazy.compactMap(\.text).first(where: { Int($0) != nil }),
            !FileSystem.exists(number)
        else { return }
        throw CommandLineError(
            "unexpected number \(ArgumentText(number).quoted): no image has this name",
            hint: "write --skip-blanks=\(number)")
    }
}

extension [PathArgument] {
    /// Returns the UTF-8 paths that are not web addresses, and errors for all other paths.
    func files() -> ([String], [ZigguratError]) {
        var (paths, errors) = texts()
        paths.removeAll { path in
            guard path.isAddress, !FileSystem.exists(path) else { return false }
            errors.append(ZigguratError(CommandError.address, path))
            return true
        }
        return (paths, errors)
    }
}

extension String {
    /// Whether the path begins like a URL, for example with `https://`.
    fileprivate var isAddress: Bool { prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:\/\//) != nil }
}

/// The options for the folder of exports, their names and their checksums.
struct DestinationOptions: ParameterSet {
    @Option(
        short: "o", valueName: "DIR", completion: .folders, visibility: .common,
        help: "Output folder")
    var output: PathArgument = "Output"

    @Option(
        valueName: "TEMPLATE",
        help: "Name of each export: {stem}, {slug}, {ext}, {parent}, {number}, {page}")
    var name = "{stem}"

    @OptionGroup var publication: BaseURLOption

    @OptionGroup var hosting: HostOption

    @Flag(help: "Write the SHA-256 of each file to checksums.sha256")
    var checksums: Bool

    @Flag(help: "Write each export as a BagIt 1.0 bag")
    var bag: Bool

    func apply(to options: inout Exporter.Options) {
        options.fixity = bag ? .bag : checksums ? .checksums : .none
        options.baseURL = publication.address
        options.hosts = hosting.host
    }
}

/// The options for reading a source: its part and its decoder.
struct SourceOptions: ParameterSet {
    static let exclusions = [["--trusted-formats-only", "--allow"]]
    private static let imageMagick = "imagemagick"

    @Option(help: "Page or frame to export, counted from 1, or all as a book")
    var page: PageChoice?

    @Flag(
        visibility: .common,
        help: "Export each file or folder as a book with one page and IIIF manifest")
    var book: Bool

    @Option(
        valueName: "DIRECTION",
        help: "Direction of the pages of books, such as rtl for right to left")
    var readingDirection: ReadingDirection?

    @Flag(help: "Also export the label, macro and other images of a slide")
    var associated: Bool

    @Option(help: "Clockwise rotation in degrees, after the Exif orientation")
    var rotate = SourceRequest.Rotation.none

    @Option(help: "Region to export, in pixels of the rotated image")
    var crop: PixelRegion?

    @Option(help: "Largest width and height; PDF and SVG are drawn at this size")
    var fit: PixelSize?

    @Option(
        .matching("a number above 0") { $0 > 0 }, valueName: "N",
        help: "Largest decoded size in MB; larger images are downsampled")
    var maxMegabytes: Double?

    @Option(
        .range(1...9600), valueName: "DPI", shownDefault: "300 for PDF, 72 for SVG",
        help: "Resolution at which PDF and SVG are drawn")
    var density: Double?

    @Option(help: "Rendering intent for the conversion to sRGB")
    var intent = SourceRequest.Intent.relative

    @Option(help: "Convert colours to sRGB, or keep the profile in each tile")
    var color = SourceRequest.ColourRule.srgb

    @Option(help: "Sample values that become black and white")
    var range = SourceRequest.ValueRange.stored

    @Flag(help: "Do not publish embedded metadata")
    var noMetadata: Bool

    @Flag(help: "Read only formats that are safe with files from strangers")
    var trustedFormatsOnly: Bool

    @Option(
        .choices([Self.imageMagick]), valueName: "DECODER",
        help: "Let ImageMagick read formats without a decoder of their own")
    var allow: [String] = []

    @Flag(
        formerName: "allow-truncated",
        help: "Export damaged and truncated files; fill missing pixels")
    var allowDamaged: Bool

    @Option(.range(1...), help: "Reject images with more pixels")
    var maxPixels = SourceRequest.Trust.defaultPixelLimit

    @Option(
        .range(1...), valueName: "MB", shownDefault: "memory of the machine",
        help: "Reject exports that need more memory")
    var maxMemory: Int?

    @Option(
        .range(1...86_400), valueName: "SECONDS",
        help: "Stop a decoder that delivers nothing for this time")
    var decoderTimeout = 60

    func apply(to options: inout Exporter.Options) {
        options.source = SourceRequest(
            page: page?.number, density: density, rotation: rotate, crop: crop, fit: fit,
            megabyteLimit: maxMegabytes, intent: intent, range: range, colour: color,
            showsMetadata: !noMetadata)
        options.trust = SourceRequest.Trust(
            allowsUntrusted: !trustedFormatsOnly, allowsDamaged: allowDamaged,
            pixelLimit: maxPixels, isolation: options.trust.isolation)
        options.trust.allowsImageMagick = allow.contains(Self.imageMagick)
        options.trust.isolation?.secondsWithoutProgress = decoderTimeout
        if let maxMemory {
            let (bytes, overflows) = maxMemory.multipliedReportingOverflow(by: 1_000_000)
            options.memoryLimit = overflows ? .max : bytes
        }
    }
}

internal import CommandLineParsing
internal import Glibc
internal import ZigguratKit

struct DoctorCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "doctor", abstract: "Check the machine: libraries, formats, limits, output folder",
        discussion: """
            Prints the versions of libraries and programs, the formats that can be read and written, \
            the limits of memory and files, whether decoders run in processes of their own, and what \
            the file system of the output folder can do. For everything that is missing it names the \
            package of Debian to install. Status 1 means that exports cannot work.
            """,
        examples: [.init("ziggurat doctor -o public")])

    @Option(
        short: "o", valueName: "DIR", completion: .folders, help: "Output folder to check")
    var output: PathArgument = "Output"

    @OptionGroup var report: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let diagnosis = Diagnosis(
            destination: try output.textOrError(), isolation: context.isolation)
        let report = DoctorReport(diagnosis: diagnosis)
        if self.report.json {
            try context.console.print(json: report.document)
        } else {
            for line in report.lines { context.console.print(line) }
        }
        return diagnosis.canExport ? .done : .failed
    }
}

/// The state of this machine for exports: components, limits and the output folder.
struct Diagnosis {
    /// A library or a program.
    struct Component {
        let name: String
        let purpose: String
        /// The component's package in Debian 12.
        let package: String
        /// The installed version; `nil` if the component is not installed.
        let version: String?
        let isRequired: Bool
    }

    let components: [Component]
    let readableFormats: [String]
    let tileFormats: [(name: String, isAvailable: Bool)]
    let limits = MachineLimits()
    let destination: DestinationAbilities
    /// The reason why decoders cannot run in separate processes; `nil` if they can.
    let isolationFailure: ZigguratError?

    /// - Parameter isolation: the settings to run decoders in separate processes; `nil` to run
    ///   decoders in this process.
    init(destination: String, isolation: SourceRequest.Isolation?) {
        components =
            ImageLibrary.all.map {
                Component(
                    name: $0.name, purpose: $0.purpose, package: $0.package, version: $0.version,
                    isRequired: $0.isLinked)
            } + [
                Component(
                    name: "rclone", purpose: "ziggurat publish", package: "rclone",
                    version: Publication.rcloneVersion, isRequired: false)
            ]
        readableFormats = ImageLibrary.readableFormats
        tileFormats = TileFormat.all.map { format in
            do throws(ZigguratError) {
                try TileEncoders.check(TileEncoding(format))
                return (format.name, true)
            } catch {
                return (format.name, false)
            }
        }
        self.destination = DestinationAbilities(of: destination)
        isolationFailure = Self.failure(of: isolation)
    }

    var missing: [Component] { components.filter { $0.version == nil } }

    /// Whether this machine can export an image in a common format.
    var canExport: Bool { destination.isWritable && isolationFailure == nil }

    /// Reads an image of one pixel in a separate process, and returns the error if it fails.
    private static func failure(of isolation: SourceRequest.Isolation?) -> ZigguratError? {
        let image: [UInt8] =
            Array("qoif".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0xFE, 1, 2, 3]
            + [0, 0, 0, 0, 0, 0, 0, 1]
        do throws(ZigguratError) {
            let folder = "\(SourceImage.temporaryFolder)/ziggurat-doctor-\(getpid())"
            try FileSystem.makeFolders(folder)
            defer { try? FileSystem.remove(folder) }
            let file = "\(folder)/pixel.qoi"
            try FileSystem.replace(file, with: image)
            var options = Exporter.Options()
            options.trust.isolation = isolation
            _ = try Exporter(destination: folder, options: options).plan(file)
            return nil
        } catch {
            return error
        }
    }
}

/// The report of a diagnosis, as lines or as a JSON document.
struct DoctorReport {
    let diagnosis: Diagnosis

    var lines: [String] {
        let limits = diagnosis.limits
        let destination = diagnosis.destination
        let width = 2 + (diagnosis.components.map(\.name.count).max() ?? 0)
        var lines = ["\(Ziggurat.generator)", "", "Libraries and programs"]
        lines += diagnosis.components.map { component in
            "  \(Amount.padded(component.name, to: width))"
                + "\(component.version ?? "not installed"), for \(component.purpose)"
        }
        let unavailable = diagnosis.tileFormats.filter { !$0.isAvailable }.map(\.name)
        lines += [
            "", "Formats",
            "  images: \(diagnosis.readableFormats.joined(separator: ", "))",
            "  tiles: \(diagnosis.tileFormats.map(\.name).joined(separator: ", "))"
                + (unavailable.isEmpty
                    ? "" : "; cannot write \(unavailable.joined(separator: ", "))"),
            "", "Limits",
            "  processors: \(limits.processors)",
            "  memory: \(Amount.bytes(limits.memory))"
                + (limits.controlGroupMemory.map { ", at most \(Amount.bytes($0)) for this group" }
                    ?? ""),
            "  open files: \(limits.openFiles.map(Amount.count) ?? "no limit")",
            "  address space: \(limits.addressSpace.map(Amount.bytes) ?? "no limit")",
            "  decoders in processes of their own: "
                + (diagnosis.isolationFailure.map { "failed: \($0.message.problem)" } ?? "work"),
            "", "Output folder \(destination.folder)",
            "  free space: \(destination.freeBytes.map(Amount.bytes) ?? "unknown")",
            "  writing: \(destination.isWritable ? "works" : "permission denied, or read only")",
        ]
        if let exchanges = destination.exchangesFolders {
            lines.append(
                "  replacing an export in one step: "
                    + (exchanges ? "works" : "unsupported; it is missing for a moment"))
        }
        if let links = destination.hasHardLinks {
            lines.append(
                "  hard links: " + (links ? "work" : "unsupported; shared tiles are copied"))
        }
        let packages = diagnosis.missing.map(\.package)
        guard !packages.isEmpty else { return lines }
        return lines + [
            "", "Missing, on Debian 12: apt-get install \(packages.joined(separator: " "))",
        ]
    }

    var document: JSONObject {
        let limits = diagnosis.limits
        let destination = diagnosis.destination
        return [
            "program": ["name": Ziggurat.name, "version": Ziggurat.version] as JSONObject,
            "components": diagnosis.components.map { component -> JSONObject in
                [
                    "name": component.name, "purpose": component.purpose,
                    "package": component.package, "version": component.version,
                    "isInstalled": component.version != nil, "isRequired": component.isRequired,
                ]
            },
            "formats": [
                "read": diagnosis.readableFormats,
                "tiles": diagnosis.tileFormats.map { format -> JSONObject in
                    ["name": format.name, "isAvailable": format.isAvailable]
                },
            ] as JSONObject,
            "limits": [
                "processors": limits.processors, "memoryBytes": limits.memory,
                "memoryLimitBytes": limits.controlGroupMemory, "openFiles": limits.openFiles,
                "addressSpaceBytes": limits.addressSpace,
            ] as JSONObject,
            "isolation": [
                "works": diagnosis.isolationFailure == nil,
                "reason": diagnosis.isolationFailure?.message.problem,
            ] as JSONObject,
            "destination": [
                "folder": destination.folder, "isWritable": destination.isWritable,
                "freeBytes": destination.freeBytes,
                "exchangesFolders": destination.exchangesFolders,
                "hasHardLinks": destination.hasHardLinks,
            ] as JSONObject,
            "missing": diagnosis.missing.map { component -> JSONObject in
                [
                    "name": component.name, "package": component.package,
                    "purpose": component.purpose, "isRequired": component.isRequired,
                ]
            },
        ]
    }
}

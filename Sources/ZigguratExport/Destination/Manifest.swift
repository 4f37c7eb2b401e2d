internal import FoundationEssentials
internal import Glibc
public import ZigguratCore
internal import ZigguratFormats
public import ZigguratImaging
internal import ZigguratSystem

/// `ziggurat.json`: what an export was made from, how, and what is in it.
public struct Manifest: Hashable, Sendable, Codable {
    static let fileName = "ziggurat.json"

    /// The version of what exports look like; another one means that an export has to be made
    /// again.
    static let currentFormat = 3

    public struct Source: Hashable, Sendable, Codable {
        /// The file's name without its folder.
        public let file: String
        public let bytes: Int
        /// When the file was changed last: seconds since 1970, with nine decimals.
        public let modified: String
    }

    public struct Bundle: Hashable, Sendable, Codable {
        /// The layout's name.
        public let layout: String
        /// The bundle's folder or file, relative to the export.
        public let path: String
        /// Whether it is a folder; else it is a file of the kind that the settings name.
        public let isFolder: Bool
        public let tiling: Tiling
        public let levels: Int
        /// Those that are there.
        public let tiles: Int
        /// Those that are left out because nothing is to be seen on them; `nil` where none are.
        public let absent: AbsentTiles?
        /// The bundle's page, relative to the export; `nil` where there is none.
        public let page: String?
        /// Files in the bundle, the same bytes under another name counted as well.
        public let files: Int
        /// Those of all files in a folder; those of the one file that a container is.
        public let bytes: Int
    }

    public let format: Int
    public let generator: String
    public let name: String
    public let source: Source
    public let image: SourceHeader
    public let settings: ExportSettings
    public let bundles: [Bundle]
    /// How often a tile was encoded: fewer than there are tiles where layouts share them.
    public let encodedTiles: Int
    /// The thumbnail's path, relative to the export.
    public let thumbnail: String
    /// Whole images of the widths that were asked for; `nil` where none was.
    public var sizes: [SizedImage]?
    /// Where they stand as one element for a page, relative to the export.
    public var srcset: String?

    /// What manifests of every format have: by it an export is known as ours, whatever made it.
    private struct Mark: Decodable {
        let format: Int
        let generator: String
    }

    /// Whether a folder is an export, of this format or of another one.
    static func marks(_ folder: String) -> Bool {
        guard let bytes = try? FileSystem.contents(of: "\(folder)/\(fileName)"),
            let mark = try? JSONDecoder().decode(Mark.self, from: Data(bytes))
        else { return false }
        return mark.generator.hasPrefix("\(Ziggurat.name) ")
    }

    /// Reads the manifest of an export's folder; `nil` where there is none, or not one of this
    /// format.
    static func read(fromExport folder: String) -> Manifest? {
        guard let bytes = try? FileSystem.contents(of: "\(folder)/\(fileName)") else { return nil }
        guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes)),
            manifest.format == currentFormat
        else { return nil }
        return manifest
    }
}

extension Manifest {
    func isUpToDate(with source: Source, _ settings: ExportSettings) -> Bool {
        self.source == source && self.settings == settings
    }
}

extension Manifest.Source {
    init(path: String) throws(ZigguratError) {
        guard let file = FileSystem.attributes(of: path) else {
            throw ZigguratError(SourceFailure.notFound, path)
        }
        let nanoseconds = String(file.modified.nanoseconds)
        self.file = ExportName.file(of: path)
        bytes = file.byteCount
        modified =
            "\(file.modified.seconds)."
            + String(repeating: "0", count: 9 - nanoseconds.count) + nanoseconds
    }
}

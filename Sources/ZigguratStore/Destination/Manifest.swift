internal import FoundationEssentials
public import ZigguratCore
public import ZigguratImaging
package import ZigguratSystem

/// The manifest `ziggurat.json`: the source, settings and content of an export.
public struct Manifest: Hashable, Sendable, Codable {
    package static let fileName = "ziggurat.json"

    /// The version of the format. An export with another version is out of date.
    package static let currentFormat = 3

    public struct Bundle: Hashable, Sendable, Codable {
        public let layout: String
        /// The path of the bundle's folder or file, relative to the export.
        public package(set) var path: String
        /// Whether the bundle is a folder. If not, the bundle is a file of the settings' container.
        public let isFolder: Bool
        public let tiling: Tiling
        public let levels: Int
        /// The number of tiles that were written.
        public let tiles: Int
        /// The blank tiles that were not written; `nil` if all tiles were written.
        package let absent: AbsentTiles?
        /// The path of the bundle's page, relative to the export; `nil` if the bundle has no page.
        public package(set) var page: String?
        /// The number of files in the bundle, including additional names of a file.
        public package(set) var files: Int
        /// The size of all files of the folder, or of the container file, in bytes.
        public package(set) var bytes: Int
        /// The settings of the run that wrote the bundle, if they differ from the settings of the
        /// export.
        package var settings: Settings?

        package init(
            layout: String, path: String, isFolder: Bool, tiling: Tiling, levels: Int, tiles: Int,
            absent: AbsentTiles?, page: String? = nil, files: Int, bytes: Int,
            settings: Settings? = nil
        ) {
            self.layout = layout
            self.path = path
            self.isFolder = isFolder
            self.tiling = tiling
            self.levels = levels
            self.tiles = tiles
            self.absent = absent
            self.page = page
            self.files = files
            self.bytes = bytes
            self.settings = settings
        }
    }

    public let format: Int
    public let generator: String
    public let name: String
    public let source: Source
    public let image: SourceHeader
    public private(set) var settings: ExportSettings
    public private(set) var bundles: [Bundle]
    /// The number of encoded tiles, which is smaller than the number of tiles if layouts share
    /// tiles.
    public let encodedTiles: Int
    /// The path of the thumbnail, relative to the export.
    public let thumbnail: String
    /// The larger versions of the thumbnail; `nil` without such images.
    package var previews: PreviewImages?
    /// The whole images of requested widths; `nil` without such images.
    package var sizes: [SizedImage]?
    /// The path of the file with one `img` element for `sizes`, relative to the export.
    public var srcset: String?
    /// The path of the file with the hashes of all files, relative to the export; `nil` in exports
    /// of older versions.
    package var hashes: String?

    package init(
        format: Int, generator: String, name: String, source: Source, image: SourceHeader,
        settings: ExportSettings, bundles: [Bundle], encodedTiles: Int, thumbnail: String,
        previews: PreviewImages? = nil, sizes: [SizedImage]? = nil, srcset: String? = nil,
        hashes: String? = nil
    ) {
        self.format = format
        self.generator = generator
        self.name = name
        self.source = source
        self.image = image
        self.settings = settings
        self.bundles = bundles
        self.encodedTiles = encodedTiles
        self.thumbnail = thumbnail
        self.previews = previews
        self.sizes = sizes
        self.srcset = srcset
        self.hashes = hashes
    }

    /// The name of the export without the folders that contain it. The names of files in the export
    /// begin with this name.
    package var fileStem: String { Path.name(of: name) }

    /// The texts that an export contains about its image.
    package struct Texts: Hashable, Sendable {
        package var caption: Caption
        var annotations: [Annotation]
        package var tour: Tour?
        /// The language of the pages.
        package var language: String?

        package init(
            caption: Caption, annotations: [Annotation], tour: Tour? = nil, language: String? = nil
        ) {
            self.caption = caption
            self.annotations = annotations
            self.tour = tour
            self.language = language
        }
    }

    package var texts: Texts {
        get {
            Texts(
                caption: settings.caption, annotations: settings.annotations, tour: settings.tour,
                language: settings.language)
        }
        set {
            (settings.caption, settings.annotations) = (newValue.caption, newValue.annotations)
            (settings.tour, settings.language) = (newValue.tour, newValue.language)
        }
    }

    /// Adds files to the counts of a bundle, before they are written.
    ///
    /// - Parameter files: the files, with paths relative to the export.
    package mutating func count(_ files: [BundleFile], ofBundle index: Int, in folder: String) {
        for file in files {
            let size = FileSystem.attributes(of: "\(folder)/\(file.path)")?.byteCount
            bundles[index].bytes += file.bytes.count - (size ?? 0)
            if size == nil { bundles[index].files += 1 }
        }
    }

    /// Subtracts files from the counts of a bundle, before they are removed.
    ///
    /// - Parameter paths: the paths of the files, relative to the export.
    package mutating func count(removing paths: [String], ofBundle index: Int, in folder: String) {
        for path in paths {
            guard let size = FileSystem.attributes(of: "\(folder)/\(path)")?.byteCount else {
                continue
            }
            bundles[index].bytes -= size
            bundles[index].files -= 1
        }
    }

    /// The longest manifest that is read, in bytes. A manifest of a million sparse tiles is
    /// shorter.
    private static let longest = 1 << 26

    /// The fields that identify a manifest of any format version.
    private struct Mark: Decodable {
        package let format: Int
        let generator: String
    }

    /// Whether a folder is an export of any format version.
    ///
    /// - Throws: ``ZigguratError`` if the manifest exists but cannot be read.
    static func marks(_ folder: String) throws(ZigguratError) -> Bool {
        let place = "\(folder)/\(fileName)"
        guard FileSystem.size(of: place) <= longest,
            let bytes = try FileSystem.contents(of: place),
            let mark = try? JSONDecoder().decode(Mark.self, from: Data(bytes))
        else { return false }
        return Ziggurat.isGenerator(mark.generator)
    }

    /// Whether Ziggurat wrote the manifest.
    package var isOurs: Bool { Ziggurat.isGenerator(generator) }

    /// Whether a folder is an export, or the remains of an export after a power failure.
    package static func marksWholeOrDamaged(_ folder: String) throws(ZigguratError) -> Bool {
        try marks(folder) || FileSystem.exists("\(folder)/\(FileHashes.fileName)")
    }

    /// Reads the manifest of an export; returns `nil` if it is missing.
    ///
    /// - Throws: ``VerificationError/invalidManifest`` if the manifest is damaged or has another
    ///   format version, ``FileError`` if it cannot be read.
    static func read(fromExport folder: String) throws(ZigguratError) -> Manifest? {
        let place = "\(folder)/\(fileName)"
        guard FileSystem.size(of: place) <= longest else {
            throw ZigguratError(VerificationError.invalidManifest, place)
        }
        guard let bytes = try FileSystem.contents(of: place) else { return nil }
        guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes)),
            manifest.format == currentFormat
        else { throw ZigguratError(VerificationError.invalidManifest, place) }
        return manifest
    }

    /// Reads the manifest of an export; returns `nil` if it is missing, damaged or has another
    /// format version.
    package static func readValid(fromExport folder: String) throws(ZigguratError) -> Manifest? {
        do throws(ZigguratError) {
            return try read(fromExport: folder)
        } catch {
            guard error.reason as? VerificationError == .invalidManifest else { throw error }
            return nil
        }
    }
}

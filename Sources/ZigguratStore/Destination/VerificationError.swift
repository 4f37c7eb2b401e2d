public import ZigguratCore
public import ZigguratSystem

/// A fault that a verification finds, except files that cannot be read.
public enum VerificationError: ErrorReason {
    /// The role of a file in an export or a bundle.
    public enum Role: Hashable, Sendable {
        case tile, wholeImage, bundle, thumbnail, image, original, pageFile, checksumList,
            payload,
            manifest, export, file
    }

    /// A number that a manifest or an archive states.
    public enum Count: Hashable, Sendable {
        case levels, tiles, files, bytes
    }

    /// A value that a descriptor states.
    public enum Property: Hashable, Sendable {
        case imageSize(PixelSize, actual: PixelSize)
        case tileSize(Int, actual: Int)
        case overlap(Int, actual: Int)
        case tileFormat(TileFormat, actual: TileFormat)
        case levels(Int, actual: Int)
        case skippedTiles
    }

    /// The verification of a pyramid stopped after this number of faults.
    case tooManyFaults(Int)
    /// The pyramid that a document describes has more tiles than any image can have.
    case tooManyTiles(Int, limit: Int)

    case missing(Role)
    case empty(Role)
    /// An alias of a file is missing.
    case missingAlias(of: String)
    case differentAlias(of: String)
    /// The bytes of a file in the destination have changed since Ziggurat wrote it.
    case changed
    case wrongFormat(TileFormat, expected: TileFormat)
    case wrongSize(PixelSize, expected: PixelSize)
    case unexpectedFile
    case unexpectedFolder
    /// The hidden folder of an export whose process was killed.
    case leftover

    case contradiction(Property)
    case invalidJSON
    /// The XML is invalid. The cause of the error is the parser's message.
    case invalidXML

    case invalidManifest
    case wrongCount(Count, stated: Int, actual: Int, bundle: String)
    case wrongOriginalSize(stated: Int, actual: Int)

    case checksumMismatch(list: String)
    case missingListed(list: String)
    case unlisted(list: String)
    case invalidChecksumLine(Int)
    case emptyChecksumList
    case damagedHashes
    /// - Parameter count: the number of missing files that have a hash.
    case missingFiles(_ count: Int)
    case invalidBagVersion
    case invalidBagEncoding
    case wrongPayload(stated: String, actual: String)

    /// A collection does not list the exports of its destination.
    case outdatedCollection
    /// An image was exported again after its thumbnail was written into a collection.
    case outdatedThumbnails
    /// The gallery does not list the exports of its destination.
    case outdatedGallery
    /// `gallery.json` was changed, added or deleted after the gallery was written.
    case outdatedCover
    /// The page of a comparison shows older versions of its exports.
    case outdatedComparison

    public var code: ZigguratError.Code { .invalidPyramid }
}

extension VerificationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooManyFaults(let count): "stopped after \(count) faults: other tiles are not checked"
        case .tooManyTiles(let count, let limit):
            "invalid: the image would have \(count) tiles, the limit is \(limit)"
        case .missing(let role): "not found: \(role.words) is missing"
        case .empty(let role): "\(role.words) is empty"
        case .missingAlias(let original): "not found: an alias of \(original) is missing"
        case .differentAlias(let original): "alias differs from \(original)"
        case .changed: "checksum mismatch: changed after it was written"
        case .wrongFormat(let format, let expected): "the format is \(format), not \(expected)"
        case .wrongSize(let size, let expected):
            "the size is \(size.text) pixels, not \(expected.text)"
        case .unexpectedFile: "unexpected file"
        case .unexpectedFolder: "unexpected folder"
        case .leftover: "hidden folder of an export that was interrupted"
        case .contradiction(let property): property.words
        case .invalidJSON: "invalid JSON"
        case .invalidXML: "invalid XML"
        case .invalidManifest: "invalid manifest: damaged, or written by another version"
        case .wrongCount(let count, let stated, let actual, let bundle):
            "the manifest counts \(stated) \(count) in \(bundle), there are \(actual)"
        case .wrongOriginalSize(let stated, let actual):
            "the copy of the source has \(actual) bytes, the source had \(stated)"
        case .checksumMismatch(let list): "checksum mismatch with \(list)"
        case .missingListed(let list): "not found, but listed in \(list)"
        case .unlisted(let list): "not listed in \(list)"
        case .invalidChecksumLine(let line): "invalid line \(line): not a checksum and a path"
        case .emptyChecksumList: "the list of checksums is empty"
        case .damagedHashes: "invalid list of hashes: damaged or truncated"
        case .missingFiles(let count): "not found: \(count) files with a hash are missing"
        case .invalidBagVersion: "invalid: the first line is not a BagIt version"
        case .invalidBagEncoding: "invalid: the second line does not declare UTF-8"
        case .wrongPayload(let stated, let actual):
            "the payload is \(actual) (bytes.files), not \(stated)"
        case .outdatedCollection: "the collection does not list the exports of this folder"
        case .outdatedCover: "outdated gallery: gallery.json was changed later"
        case .outdatedGallery: "the gallery does not list the exports of this folder"
        case .outdatedComparison: "outdated page: the compared exports were changed later"
        case .outdatedThumbnails: "outdated thumbnails: images were exported again later"
        }
    }
}

extension VerificationError.Role {
    fileprivate var words: String {
        switch self {
        case .tile: "the tile"
        case .wholeImage, .image: "the image"
        case .bundle: "the bundle"
        case .thumbnail: "the thumbnail"
        case .original: "the copy of the source"
        case .pageFile: "a file of the page"
        case .checksumList: "the list of checksums"
        case .payload: "the payload of the bag"
        case .manifest: "the manifest"
        case .export: "the export"
        case .file: "the file"
        }
    }
}

extension VerificationError.Property {
    fileprivate var words: String {
        switch self {
        case .imageSize(let stated, let actual):
            "the descriptor says \(stated.text) pixels, the image has \(actual.text)"
        case .tileSize(let stated, let actual):
            "the descriptor says tile size \(stated), the tiles have \(actual)"
        case .overlap(let stated, let actual):
            "the descriptor says overlap \(stated), the tiles have \(actual)"
        case .tileFormat(let stated, let actual):
            "the descriptor says \(stated) tiles, they are \(actual)"
        case .levels(let stated, let actual):
            "the descriptor says \(stated) levels, there are \(actual)"
        case .skippedTiles: "the descriptor and the manifest list different skipped tiles"
        }
    }
}

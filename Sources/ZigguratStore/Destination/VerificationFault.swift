public import ZigguratCore
public import ZigguratSystem

/// A fault that a verification finds, except files that cannot be read.
public enum VerificationFault: FailureReason {
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

public import ZigguratCore
public import ZigguratSystem

/// What a verification finds wrong, apart from files that cannot be read.
public enum VerificationFault: FailureReason {
    /// The part of an export or a bundle that a file is.
    public enum Role: Hashable, Sendable {
        case tile, wholeImage, bundle, thumbnail, image, original, pageFile, checksumList,
            payload,
            manifest, export, file
    }

    /// Something that a manifest or an archive counts.
    public enum Count: Hashable, Sendable {
        case levels, tiles, files, bytes
    }

    /// A value in a descriptor.
    public enum Property: Hashable, Sendable {
        case imageSize(PixelSize, actual: PixelSize)
        case tileSize(Int, actual: Int)
        case overlap(Int, actual: Int)
        case tileFormat(TileFormat, actual: TileFormat)
        case levels(Int, actual: Int)
        case skippedTiles
    }

    /// The check of a pyramid ended after this many faults.
    case tooManyFaults(Int)
    /// The pyramid that a document describes has more tiles than any image.
    case tooManyTiles(Int, limit: Int)

    case missing(Role)
    case empty(Role)
    /// An alias of a file is missing, or has other bytes.
    case missingAlias(of: String)
    case differentAlias(of: String)
    /// A file of the destination has other bytes than Ziggurat wrote.
    case changed
    case wrongFormat(TileFormat, expected: TileFormat)
    case wrongSize(PixelSize, expected: PixelSize)
    case unexpectedFile
    case unexpectedFolder
    /// The hidden folder of an export that was killed.
    case leftover

    case contradiction(Property)
    case invalidJSON
    /// The cause is the XML parser's message.
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
    /// - Parameter count: how many files that have a hash are missing.
    case missingFiles(_ count: Int)
    case invalidBagVersion
    case invalidBagEncoding
    case wrongPayload(stated: String, actual: String)

    /// A collection does not list the exports of its destination.
    case outdatedCollection
    /// An image was exported again after its thumbnail in a collection.
    case outdatedThumbnails
    /// The gallery does not list the exports of its destination.
    case outdatedGallery
    /// `gallery.json` was changed, added or deleted after the gallery was written.
    case outdatedCover
    /// The page of a comparison shows its exports as they were.
    case outdatedComparison

    public var code: ZigguratError.Code { .invalidPyramid }
}

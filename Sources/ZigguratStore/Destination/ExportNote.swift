public import ZigguratCore
public import ZigguratSystem

/// Advice about an export, a verification or a destination; nothing failed.
public enum ExportNote: Hashable, Sendable {
    /// Images of these widths are not written, because the source is narrower or, if there is a
    /// limit, because a side would be longer than it.
    case sizesLeftOut([Int], image: PixelSize, limit: Int?)
    /// The longer side of the image is below the threshold: one image is written instead of tiles.
    case belowThreshold
    /// A layout or container has no means to tell its clients which blank tiles are left out: they
    /// are written.
    case blankTilesWritten(String)
    /// Only the page of a layout or container knows which blank tiles are left out.
    case blankTilesKnownToPage(String)
    case fewBrowsers(TileFormat)
    /// Lossless tiles of the format store colours with a small error.
    case nearlyLossless(TileFormat)
    /// The files of an interrupted export are kept; its other files are written.
    case continued(export: String, files: Int)
    /// Files of tiles are reused from the caches of live servers.
    case cached(export: String, files: Int)
    case onlyFirstPage(of: Int, isAnimation: Bool)
    /// The source is georeferenced, but its tiles are not placed on a map. `isKept` says whether
    /// the metadata of the export have the georeference.
    case georeferenced(isKept: Bool)
    /// Layouts and other parts of an export that a repack cannot write.
    case notRepacked([String])
    /// The metadata have no record of some images.
    case undescribed(image: String, count: Int)
    /// Headers of images in a plan cannot be read: the first image with its error, and the number.
    case unreadableHeaders(image: String, ZigguratError, count: Int)
    /// Images of a plan take longer than an equal share of the whole: the largest, and the number.
    case largerThanShard(image: String, count: Int)
    /// Large images of a plan that are not divided: the largest, and the number.
    case undivided(UndividedReason, image: String, count: Int)
    /// The number of shards without an image.
    case emptyShards(Int)
    /// Another process runs the shard of this number; this run waits.
    case waitsForShard(Int)
    /// Files of a folder that are skipped: those that do not look like images, and pipes, sockets
    /// and devices.
    case skippedFiles(folder: String, notImages: Int, special: Int)
    /// The pages of a book have no layout that a manifest can refer to.
    case bookWithoutManifest(book: String)
    /// Names of exports of one destination that differ in case only: the first two, and the number of
    /// such pairs.
    case sameNameInOtherCase(String, String, count: Int)
    /// Exports of a folder whose images were deleted or renamed: the first one, and the number.
    case withoutImage(export: String, folder: String, count: Int)
    /// Documents of one page, which become an image and no book: the first one, and the number.
    case notBooks(path: String, count: Int)
    /// Exports in the folder of a book that are not among its pages.
    case notInBook(book: String, export: String, count: Int)
    /// A note of the layout or container with a name.
    case format(String, Advice)

    /// The files for a web host, and what the host cannot do.
    case hostFiles(host: String, paths: [String], String)
    /// Another program's file is in the place of one for a web host and is kept.
    case foreignHostFile(path: String, host: String)
    /// Another program's page is in the place of the gallery and is kept.
    case foreignGallery(path: String)
    /// Another program's file or folder is in the place of a collection and is kept.
    case foreignCollection(path: String, name: String)
    /// The manifest of an export is damaged or of another version: no collection has it.
    case invalidManifest(export: String)
    case notInCollection(export: String, path: String, ZigguratError)

    /// The gallery and the collections are not verified while another process writes them.
    case destinationInUse
    /// The layout of a verified bundle is unknown: only its checksums are checked.
    case unknownLayout(String)
    case editedDescriptor
    /// The tiles cover a part of a map that does not state its bounds: missing tiles are not found.
    case partOfMap
    /// Vector tiles are checked without their geometry, and missing ones are not found.
    case vectorTiles
    /// A map without bounds is repacked: those of its tiles are written.
    case boundsOfTiles
    /// Some clients request this path, which does not exist.
    case missingPath(String)
    case collection(summary: String, items: Int, faults: Int)
    /// A book was checked.
    case book(pages: Int, faults: Int)
    /// A comparison was checked.
    case comparison(images: Int, faults: Int)
    /// A pyramid has no descriptor: its size was derived from the tiles.
    case sizeFromTiles(PixelSize, mayBePadded: Bool)

    /// The reason why a large image is not divided among shards.
    public enum UndividedReason: Hashable, Sendable, CaseIterable {
        /// The rows of the source can only be read from the top.
        case rowsFromTop
        /// The options, or the values of the source, need the whole image.
        case options
    }

    /// Advice of a layout or container.
    public struct Advice: Hashable, Sendable {
        package let note: FormatNote

        package init(note: FormatNote) { self.note = note }
    }
}

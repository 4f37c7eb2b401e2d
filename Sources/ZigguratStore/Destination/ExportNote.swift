public import ZigguratCore
public import ZigguratSystem

/// A note about an export, a verification or a destination that succeeded.
public enum ExportNote: Hashable, Sendable {
    /// Images of the given widths are not written: the source is narrower, or a side would exceed
    /// the limit, if a limit is stated.
    case sizesLeftOut([Int], image: PixelSize, limit: Int?)
    /// The longer side of the image is below the threshold, so one image is written instead of
    /// tiles.
    case belowThreshold
    /// A layout or container cannot tell its clients which blank tiles are skipped, so blank tiles
    /// are written.
    case blankTilesWritten(String)
    /// Only the page of a layout or container can tell which blank tiles are skipped.
    case blankTilesKnownToPage(String)
    case fewBrowsers(TileFormat)
    /// Lossless tiles of this format store colours with a small error.
    case nearlyLossless(TileFormat)
    /// Files of an interrupted export are kept. The other files are written.
    case continued(export: String, files: Int)
    /// Tiles are reused from the caches of live servers.
    case cached(export: String, files: Int)
    case onlyFirstPage(of: Int, isAnimation: Bool)
    /// The source is georeferenced, but its tiles are not placed on a map. `isKept` states whether
    /// the metadata of the export contain the georeference.
    case georeferenced(isKept: Bool)
    /// Layouts and other parts of the export that a repack cannot write.
    case notRepacked([String])
    /// The metadata contain no record for some images.
    case undescribed(image: String, count: Int)
    /// Headers of images in a plan cannot be read. The values are the first image, its error, and
    /// the number of images.
    case unreadableHeaders(image: String, ZigguratError, count: Int)
    /// Some images of a plan take longer than an equal share of all work. The values are the
    /// largest image and the number of images.
    case largerThanShard(image: String, count: Int)
    /// Some large images of a plan are not divided. The values are the largest image and the number
    /// of images.
    case undivided(UndividedReason, image: String, count: Int)
    /// Some shards have no image. The value is the number of these shards.
    case emptyShards(Int)
    /// Another process runs the shard with this number, so this run waits.
    case waitsForShard(Int)
    /// Files of a folder are skipped: files that do not look like images, and pipes, sockets and
    /// devices.
    case skippedFiles(folder: String, notImages: Int, special: Int)
    /// The pages of a book have no layout that a IIIF manifest can refer to.
    case bookWithoutManifest(book: String)
    /// Names of exports in one destination differ only in case. The values are the first two names
    /// and the number of pairs.
    case sameNameInOtherCase(String, String, count: Int)
    /// The images of some exports were deleted or renamed. The values are the first export, the
    /// folder of its image, and the number of exports.
    case withoutImage(export: String, folder: String, count: Int)
    /// Some documents have one page, so they become images rather than books. The values are the
    /// first document and the number of documents.
    case notBooks(path: String, count: Int)
    /// Exports in the folder of a book are not pages of the book. The values are the first export
    /// and the number of exports.
    case notInBook(book: String, export: String, count: Int)
    /// A comparison shows a bundle that is missing or has another size. The bundle is a path in the
    /// destination.
    case damagedComparison(String, bundle: String)
    /// A note about the layout or container with this name.
    case format(String, Advice)

    /// The files for a web host, and the features that the host lacks.
    case hostFiles(host: String, paths: [String], String)
    /// A file of another program is at the path of a file for a web host, and is kept.
    case foreignHostFile(path: String, host: String)
    /// A page of another program is at the path of the gallery, and is kept.
    case foreignGallery(path: String)
    /// A file or folder of another program is at the path of a collection, and is kept.
    case foreignCollection(path: String, name: String)
    /// The manifest of an export is damaged or has another version, so no collection lists the
    /// export.
    case invalidManifest(export: String)
    case notInCollection(export: String, path: String, ZigguratError)

    /// Another process is writing the gallery and the collections, so they are not verified.
    case destinationInUse
    /// The layout of a verified bundle is unknown, so only its checksums are verified.
    case unknownLayout(String)
    case editedDescriptor
    /// The tiles cover a part of a map that does not state its bounds, so missing tiles are not
    /// found.
    case partOfMap
    /// Vector tiles are verified without their geometry, and missing tiles are not found.
    case vectorTiles
    /// A map without stated bounds is repacked. The new map states the bounds of its tiles.
    case boundsOfTiles
    /// Some clients request this path, but the file does not exist.
    case missingPath(String)
    case collection(summary: String, items: Int, faults: Int)
    /// A book was verified.
    case book(pages: Int, faults: Int)
    /// A comparison was verified.
    case comparison(images: Int, faults: Int)
    /// A pyramid has no descriptor, so its size was derived from the tiles.
    case sizeFromTiles(PixelSize, mayBePadded: Bool)

    /// Why a large image is not divided among shards.
    public enum UndividedReason: Hashable, Sendable, CaseIterable {
        /// The rows of the source can only be decoded from top to bottom.
        case rowsFromTop
        /// The options or the sample values of the source need the whole image at once.
        case options
    }

    /// The note of a layout or container.
    public struct Advice: Hashable, Sendable {
        package let note: FormatNote

        package init(note: FormatNote) { self.note = note }
    }
}

extension ExportNote: CustomStringConvertible {
    public var description: String {
        switch self {
        case .sizesLeftOut(let widths, let image, let limit):
            "no image of width \(widths.map(String.init).joined(separator: ", ")): the source "
                + "has \(image.text) pixels"
                + (limit.map { ", and the longest side is at most \($0)" } ?? "")
        case .belowThreshold: "longer side below the threshold: written as one image"
        case .blankTilesWritten(let name):
            "\(name): blank tiles are written; its clients cannot be told to skip them"
        case .blankTilesKnownToPage(let name):
            "\(name): only its page knows which blank tiles are left out"
        case .fewBrowsers(let format): "few browsers show \(format.traits.title)"
        case .nearlyLossless(let format):
            "lossless \(format.traits.title) is exact for grey images; colours differ by a "
                + "step or two"
        case .continued(let export, let files):
            "\(export): continues an interrupted export; "
                + "\(Amount.count(files, of: "tile")) kept"
        case .cached(let export, let files):
            "\(export): \(Amount.count(files, of: "tile")) reused from the cache"
        case .onlyFirstPage(let count, let isAnimation):
            "only the first of \(count) \(isAnimation ? "frames" : "pages") is used"
        case .georeferenced(let isKept):
            "georeferenced image: tiles are numbered from the image's corner"
                + (isKept ? "; the metadata have its location" : "; its location is not kept")
        case .notRepacked(let parts): "not repacked: \(parts.joined(separator: ", "))"
        case .undescribed(let image, let count):
            "the metadata have no record of \(image)\(Self.others(count, "image"))"
        case .unreadableHeaders(let image, let error, let count):
            "cannot read the header of \(image)\(Self.others(count, "image"))"
                + ": \(error.about(""))"
        case .largerThanShard(let image, let count):
            "\(image)\(Self.others(count, "image"))"
                + " \(count > 1 ? "take" : "takes") longer than an equal share"
        case .undivided(let reason, let image, let count):
            "\(image)\(Self.others(count, "image"))"
                + ": planned as one shard\(count > 1 ? " each" : ""): \(reason.text)"
        case .emptyShards(let count): "\(Amount.count(count, of: "shard")) without an image"
        case .waitsForShard(let number): "waits for another run of shard \(number)"
        case .skippedFiles(let folder, let others, let special):
            "\(folder): skipped "
                + [
                    others > 0 ? "\(Amount.count(others, of: "file")) of other types" : nil,
                    special > 0
                        ? Amount.count(
                            special, of: "pipe, socket or device",
                            plural: "pipes, sockets and devices") : nil,
                ].compactMap(\.self).joined(separator: " and ")
        case .bookWithoutManifest(let book): "\(book): a book without a IIIF manifest"
        case .sameNameInOtherCase(let one, let other, let count):
            "the names “\(one)” and “\(other)” differ in case only"
                + (count > 1 ? ", and \(Amount.count(count - 1, of: "other pair"))" : "")
        case .withoutImage(let export, let folder, let count):
            "\(export)\(Self.others(count, "export"))"
                + " \(count > 1 ? "are" : "is") left: no longer in \(folder)"
        case .notBooks(let path, let count):
            "\(path)\(Self.others(count, "document"))"
                + " \(count > 1 ? "have" : "has") one page: exported as an image, not as a book"
        case .notInBook(let book, let export, let count):
            "\(book): \(export)\(Self.others(count, "export"))"
                + " in the folder \(count > 1 ? "are not pages" : "is not a page") of the book"
        case .damagedComparison(let name, let bundle):
            "the comparison \(name) shows \(bundle), which is missing or has another size"
        case .format(let name, let advice): "\(name): \(advice.note)"
        case .hostFiles(let host, let paths, let advice):
            "\(paths.joined(separator: ", ")): for \(host); \(advice)"
        case .foreignHostFile(let path, _): "\(path): not written by Ziggurat and not replaced"
        case .foreignGallery(let path):
            "\(path): not a Ziggurat page and not replaced; there is no gallery"
        case .foreignCollection(let path, let name):
            "\(path): not written by Ziggurat and not replaced; there is no \(name)"
        case .invalidManifest(let export):
            "\(export): invalid manifest, or another version; it is in no collection"
        case .notInCollection(let export, let path, let error):
            "\(export) is not in \(path): \(error.subject): \(error.about(""))"
        case .destinationInUse: "in use by another process: gallery and collections are not checked"
        case .unknownLayout(let name): "unknown layout “\(name)”: only its checksums are checked"
        case .editedDescriptor: "edited after the export"
        case .partOfMap: "part of a map without bounds: missing tiles are not found"
        case .vectorTiles:
            "vector tiles: their geometry is not checked, and missing tiles are not found"
        case .boundsOfTiles: "the map states no bounds: the bounds of its tiles are written"
        case .missingPath(let path): "clients that request \(path) will not find it"
        case .collection(let summary, let items, let faults):
            "\(summary) of \(Amount.count(items, of: "image")), "
                + (faults == 0 ? "no faults" : Amount.count(faults, of: "fault"))
        case .book(let pages, let faults):
            "book of \(Amount.count(pages, of: "page")), "
                + (faults == 0 ? "no faults" : Amount.count(faults, of: "fault"))
        case .comparison(let images, let faults):
            "comparison of \(Amount.count(images, of: "image")), "
                + (faults == 0 ? "no faults" : Amount.count(faults, of: "fault"))
        case .sizeFromTiles(let size, let mayBePadded):
            "no descriptor: size of \(size.text) pixels from the tiles of the highest zoom"
                + (mayBePadded ? ", whose edge may be padded" : "")
        }
    }
}

extension ExportNote {
    /// Returns a text such as ` and 2 other images`; empty for a single image.
    fileprivate static func others(_ count: Int, _ noun: String) -> String {
        count > 1 ? " and \(Amount.count(count - 1, of: "other \(noun)"))" : ""
    }
}

extension ExportNote.UndividedReason {
    fileprivate var text: String {
        switch self {
        case .rowsFromTop: "its rows can only be read from the top"
        case .options: "its options need the whole image"
        }
    }
}

internal import ZigguratKit

extension ExportNote: Worded {
    var message: Message {
        switch self {
        case .sizesLeftOut(let widths, let image, let limit):
            Message(
                "no image of width \(widths.map(String.init).joined(separator: ", ")): the source "
                    + "has \(image.text) pixels"
                    + (limit.map { ", and the longest side is at most \($0)" } ?? ""))
        case .belowThreshold:
            Message("longer side below the threshold: written as one image")
        case .blankTilesWritten(let name):
            Message("\(name): blank tiles are written; its clients cannot be told to skip them")
        case .blankTilesKnownToPage(let name):
            Message("\(name): only its page knows which blank tiles are left out")
        case .fewBrowsers(let format):
            Message("few browsers show \(format.traits.title)")
        case .nearlyLossless(let format):
            Message(
                "lossless \(format.traits.title) is exact for grey images; colours differ by a "
                    + "step or two")
        case .continued(let export, let files):
            Message(
                "\(export): continues an interrupted export; "
                    + "\(Amount.count(files, of: "tile")) kept")
        case .cached(let export, let files):
            Message("\(export): \(Amount.count(files, of: "tile")) reused from the cache")
        case .onlyFirstPage(let count, let isAnimation):
            Message(
                "only the first of \(count) \(isAnimation ? "frames" : "pages") is used",
                hint: "choose one with --page N, or export each with --page all")
        case .georeferenced(let isKept):
            Message(
                "georeferenced image: tiles are numbered from the image's corner"
                    + (isKept ? "; the metadata have its location" : "; its location is not kept"),
                hint: "for a map, use gdal2tiles and “ziggurat repack”")
        case .notRepacked(let parts):
            Message(
                "not repacked: \(parts.joined(separator: ", "))",
                hint: "export the source again to get them")
        case .undescribed(let image, let count):
            Message(
                "the metadata have no record of \(image)\(Self.others(count, "image"))")
        case .unreadableHeaders(let image, let error, let count):
            Message(
                "cannot read the header of \(image)\(Self.others(count, "image"))"
                    + ": \(error.message.problem)",
                hint: "its shard will fail; the other images are exported")
        case .largerThanShard(let image, let count):
            Message(
                "\(image)\(Self.others(count, "image"))"
                    + " \(count > 1 ? "take" : "takes") longer than an equal share",
                hint: "only images of 100 megapixels or more are divided; use fewer shards")
        case .undivided(let reason, let image, let count):
            Message(
                "\(image)\(Self.others(count, "image"))"
                    + ": planned as one shard\(count > 1 ? " each" : ""): \(reason.text)")
        case .emptyShards(let count):
            Message(
                "\(Amount.count(count, of: "shard")) without an image", hint: "use fewer shards")
        case .waitsForShard(let number): Message("waits for another run of shard \(number)")
        case .skippedFiles(let folder, let others, let special):
            Message(
                "\(folder): skipped "
                    + [
                        others > 0 ? "\(Amount.count(others, of: "file")) of other types" : nil,
                        special > 0
                            ? Amount.count(
                                special, of: "pipe, socket or device",
                                plural: "pipes, sockets and devices") : nil,
                    ].compactMap(\.self).joined(separator: " and "))
        case .bookWithoutManifest(let book):
            Message("\(book): a book without a IIIF manifest", hint: "add --layout iiif3")
        case .sameNameInOtherCase(let one, let other, let count):
            Message(
                "the names “\(one)” and “\(other)” differ in case only"
                    + (count > 1 ? ", and \(Amount.count(count - 1, of: "other pair"))" : ""),
                hint: "macOS and Windows cannot hold both; choose other names with --name")
        case .withoutImage(let export, let folder, let count):
            Message(
                "\(export)\(Self.others(count, "export"))"
                    + " \(count > 1 ? "are" : "is") left: no longer in \(folder)",
                hint: "“ziggurat remove” deletes exports")
        case .notBooks(let path, let count):
            Message(
                "\(path)\(Self.others(count, "document"))"
                    + " \(count > 1 ? "have" : "has") one page: exported as an image, not as a book",
                hint: "--book makes a book of each file")
        case .notInBook(let book, let export, let count):
            Message(
                "\(book): \(export)\(Self.others(count, "export"))"
                    + " in the folder \(count > 1 ? "are not pages" : "is not a page") of the book",
                hint: "--replace removes them")
        case .format(let name, let advice):
            Message("\(name): \(advice.note.message.problem)", hint: advice.note.message.hint)

        case .hostFiles(let host, let paths, let advice):
            Message("\(paths.joined(separator: ", ")): for \(host); \(advice)")
        case .foreignHostFile(let path, let host):
            Message(
                "\(path): not written by Ziggurat and not replaced",
                hint: "add the settings for \(host) by hand, or move the file away")
        case .foreignGallery(let path):
            Message("\(path): not a Ziggurat page and not replaced; there is no gallery")
        case .foreignCollection(let path, let name):
            Message("\(path): not written by Ziggurat and not replaced; there is no \(name)")
        case .invalidManifest(let export):
            Message("\(export): invalid manifest, or another version; it is in no collection")
        case .notInCollection(let export, let path, let error):
            Message("\(export) is not in \(path): \(error.subject): \(error.message.problem)")

        case .destinationInUse:
            Message("in use by another process: gallery and collections are not checked")
        case .unknownLayout(let name):
            Message("unknown layout “\(name)”: only its checksums are checked")
        case .editedDescriptor: Message("edited after the export")
        case .partOfMap:
            Message("part of a map without bounds: missing tiles are not found")
        case .vectorTiles:
            Message("vector tiles: their geometry is not checked, and missing tiles are not found")
        case .boundsOfTiles:
            Message("the map states no bounds: those of its tiles are written")
        case .missingPath(let path):
            Message("clients that request \(path) will not find it")
        case .collection(let summary, let items, let faults):
            Message(
                "\(summary) of \(Amount.count(items, of: "image")), "
                    + (faults == 0 ? "no faults" : Amount.count(faults, of: "fault")))
        case .book(let pages, let faults):
            Message(
                "book of \(Amount.count(pages, of: "page")), "
                    + (faults == 0 ? "no faults" : Amount.count(faults, of: "fault")))
        case .comparison(let images, let faults):
            Message(
                "comparison of \(Amount.count(images, of: "image")), "
                    + (faults == 0 ? "no faults" : Amount.count(faults, of: "fault")))
        case .sizeFromTiles(let size, let mayBePadded):
            Message(
                "no descriptor: the size of \(size.text) pixels is that of the tiles of the highest zoom"
                    + (mayBePadded ? ", whose edge may be padded" : ""))
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

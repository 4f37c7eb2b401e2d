internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The images that a live server shows, by their names. A folder is searched again now and then.
///
/// The name of an image is that of its file without the extension; with it if several files have the
/// name.
final class LiveImages: Sendable {
    /// An image with a name.
    struct Source: Sendable {
        let name: String
        let path: String
    }

    private struct Listing {
        var sources: [String: Source] = [:]
        var names: [String] = []
        var failures: [ZigguratError] = []
        /// When the folders may be searched again.
        var isValidUntil = ContinuousClock.now
    }

    private let images: [String]
    private let exporter: Exporter
    private let fileNames: ExportBatch.Naming
    private let selection: ExportBatch.Selection
    private let listing = Mutex(Listing())
    /// Folders without symbolic links, in which files must be, and the files that are named.
    private let roots: [String]
    private let files: Set<String>

    /// - Parameter images: files, and folders, which mean the images in them.
    init(
        _ images: [String], exporter: Exporter, selection: ExportBatch.Selection
    ) throws(ZigguratError) {
        self.images = images
        fileNames = try ExportBatch.Naming("{stem}.{ext}")
        self.exporter = exporter
        self.selection = selection
        let folders = images.filter { FileSystem.isFolder($0) }
        roots = folders.compactMap { FileSystem.resolved($0) }
        files = Set(images).subtracting(folders)
    }

    /// The names in the order of the search.
    var names: [String] { listing.withLock { refreshed(&$0).names } }

    /// Why some images have no name.
    var failures: [ZigguratError] { listing.withLock { refreshed(&$0).failures } }

    /// - Returns: `nil` if no image has the name.
    func source(named name: String) -> Source? {
        listing.withLock { listing in
            listing.sources[name] ?? refreshed(&listing).sources[name]
        }
    }

    /// - Throws: ``LiveFailure/outsideFolder`` if the file of an image is a link to a place outside
    ///   the folders.
    func check(_ source: Source) throws(ZigguratError) {
        guard !files.contains(source.path), let place = FileSystem.resolved(source.path) else {
            return
        }
        let isInside = roots.contains { root in
            place.hasPrefix(root == "/" ? root : root + "/")
        }
        guard isInside else { throw ZigguratError(LiveFailure.outsideFolder, source.path) }
    }

    /// Searches the folders if the last search is older than two seconds, or twenty times as long as
    /// it took.
    private func refreshed(_ listing: inout Listing) -> Listing {
        let start = ContinuousClock.now
        guard start >= listing.isValidUntil else { return listing }
        let list = BatchList(
            of: images, to: exporter.destination, naming: fileNames, selection: selection,
            isolation: exporter.options.trust.isolation)
        var new = Listing(failures: list.failures)
        var counts: [String: Int] = [:]
        for entry in list.entries { counts[ExportName.stem(of: entry.path), default: 0] += 1 }
        for entry in list.entries {
            let stem = ExportName.stem(of: entry.path)
            let name = counts[stem] == 1 ? stem : entry.name
            // A file can be called like the stem of others with its extension.
            guard new.sources[name] == nil else { continue }
            new.names.append(name)
            new.sources[name] = Source(name: name, path: entry.path)
        }
        let end = ContinuousClock.now
        new.isValidUntil = end + max(.seconds(2), (end - start) * 20)
        listing = new
        return new
    }
}

internal import FoundationEssentials
internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem

/// The folder of the caches of live servers, each of which is a folder of exports.
///
/// A cache has a hidden folder `.live` with the file `source`, which names the served images, one
/// folder for each image, and one lock file for each image. The time of the file `record` in the
/// folder of an image is that of its last use.
package struct LiveCache: Sendable {
    package let root: String
    /// In bytes.
    package let limit: Int

    package static let defaultLimit = 10_000_000_000

    package init(_ root: String, limit: Int = Self.defaultLimit) {
        (self.root, self.limit) = (Path.normalized(root), limit)
    }

    /// An error that names the cache if a file or folder of it cannot be written.
    func naming(_ error: ZigguratError) -> ZigguratError {
        guard let failure = error.reason as? FileFailure, failure.code == .unwritable,
            error.subject == root || error.subject.hasPrefix(root + "/")
        else { return error }
        return ZigguratError(
            LiveFailure.unusableCache(failure), error.subject, cause: error.cause)
    }

    /// `ziggurat/live` in the folder of caches of the user.
    ///
    /// - Throws: ``LiveFailure/noCacheFolder``.
    package static func usualRoot() throws(ZigguratError) -> String {
        guard let folder = UserFolders.caches else {
            throw ZigguratError(LiveFailure.noCacheFolder)
        }
        return "\(folder)/ziggurat/live"
    }

    /// The cache of a server: its images and options name it.
    func site(of images: [String], _ options: Exporter.Options) -> String {
        let places = images.map { FileSystem.resolved($0) ?? $0 }
        let settings = (try? BundleFile.jsonLine("", options.settings).bytes) ?? []
        let layouts = options.layouts.map(\.name).joined(separator: ",")
        let text =
            places.joined(separator: "\n") + "\n\(layouts)\n\(options.tiling)\n"
            + String(decoding: settings, as: UTF8.self)
        return "\(root)/\(String(XXH3.hash(text), radix: 16))"
    }

    static let hidden = ".live"

    /// The hidden folder of an image.
    static func folder(of name: String, in site: String) -> String {
        "\(site)/\(hidden)/images/\(key(of: name))"
    }

    static func lockFile(of name: String, in site: String) -> String {
        "\(site)/\(hidden)/locks/\(key(of: name))"
    }

    /// The name of an image as a file name. Encoded, most letters have six or nine bytes.
    static func key(of name: String) -> String {
        let key = PercentEncoding.segment(name)
        return key.utf8.count <= 200 ? key : "%\(String(XXH3.hash(name), radix: 16))"
    }

    /// An image in a cache.
    package struct Entry: Sendable {
        package let site: String
        package let name: String
        /// Of its export and of its images in other sizes.
        package let bytes: Int
        /// In seconds since 1970.
        package let lastUse: Int
    }

    /// The content of the file `record`.
    struct Record: Codable {
        let name: String
        /// Of the export.
        let bytes: Int
    }

    /// Two threads must not write the same draft of a file.
    private static let writing = Mutex(())

    /// Notes that an image is used now.
    static func note(_ record: Record, in site: String) throws(ZigguratError) {
        let folder = folder(of: record.name, in: site)
        let line = try BundleFile.jsonLine("record", record).bytes
        try writing.withLock { _ throws(ZigguratError) in
            try FileSystem.makeFolders(folder)
            try FileSystem.replace("\(folder)/record", with: line)
        }
    }

    /// Notes that a part of an image is used now, if the cache has the image.
    static func touch(_ name: String, in site: String) {
        writing.withLock { _ in
            guard let record = record(of: name, in: site),
                let line = try? BundleFile.jsonLine("record", record).bytes
            else { return }
            try? FileSystem.replace("\(folder(of: name, in: site))/record", with: line)
        }
    }

    /// The caches and the images that they show.
    package func sites() throws(ZigguratError) -> [(folder: String, source: String)] {
        guard FileSystem.isFolder(root) else { return [] }
        return try FileSystem.entries(in: root).sorted().compactMap { name in
            let folder = "\(root)/\(name)"
            let source = try? FileSystem.contents(of: "\(folder)/\(Self.hidden)/source")
            return source.map { (folder, String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// The images of all caches, the least recently used one first.
    package func entries() throws(ZigguratError) -> [Entry] {
        var entries: [Entry] = []
        for site in try sites() {
            let images = "\(site.folder)/\(Self.hidden)/images"
            guard FileSystem.isFolder(images) else { continue }
            for key in try FileSystem.entries(in: images) {
                if let entry = Self.entry("\(images)/\(key)", in: site.folder) {
                    entries.append(entry)
                }
            }
        }
        return entries.sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
    }

    static func record(of name: String, in site: String) -> Record? {
        record(in: folder(of: name, in: site))
    }

    private static func record(in folder: String) -> Record? {
        guard let bytes = try? FileSystem.contents(of: "\(folder)/record") else { return nil }
        return try? JSONDecoder().decode(Record.self, from: Data(bytes))
    }

    private static func entry(_ folder: String, in site: String) -> Entry? {
        guard let attributes = FileSystem.attributes(of: "\(folder)/record"),
            let record = record(in: folder)
        else { return nil }
        let sizes = ((try? FileSystem.entries(in: folder)) ?? []).reduce(0) {
            $0 + FileSystem.size(of: "\(folder)/\($1)")
        }
        return Entry(
            site: site, name: record.name, bytes: record.bytes + sizes,
            lastUse: attributes.modified.seconds)
    }

    /// Removes the least recently used images until the caches have room.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that are about to be written.
    ///   - kept: the image and the cache that they are written to.
    /// - Returns: `false` if the caches are still too large.
    @discardableResult
    func makeRoom(
        for bytes: Int, keeping kept: (name: String, site: String)
    ) throws(ZigguratError) -> Bool {
        let entries = try entries()
        var sum = entries.reduce(bytes) { $0 + $1.bytes }
        for entry in entries where sum > limit {
            guard entry.name != kept.name || entry.site != kept.site, try Self.remove(entry) else {
                continue
            }
            sum -= entry.bytes
        }
        return sum <= limit
    }

    /// Removes the images in sizes and the single tiles of an image; its export stays.
    static func removeParts(of name: String, in site: String) throws(ZigguratError) {
        let folder = folder(of: name, in: site)
        for file in try FileSystem.entries(in: folder)
        where file != "record" && !file.hasPrefix(".") {
            try FileSystem.remove("\(folder)/\(file)")
        }
    }

    /// Removes an image from a cache.
    ///
    /// - Returns: `false` if a process is exporting it.
    package static func remove(_ entry: Entry) throws(ZigguratError) -> Bool {
        try FileSystem.makeFolders("\(entry.site)/\(hidden)/locks")
        let lock = try FileHandle.lockFile(lockFile(of: entry.name, in: entry.site))
        guard lock.lock(waits: false) else { return false }
        defer { lock.unlock() }
        if FileSystem.exists("\(entry.site)/\(entry.name)") {
            _ = try ExportLibrary(entry.site).remove(entry.name)
        }
        try removeFolder(folder(of: entry.name, in: entry.site), in: entry.site)
        return true
    }

    /// Removes a folder in which threads may write files. Moves it first, so that no file is added.
    private static func removeFolder(_ path: String, in site: String) throws(ZigguratError) {
        let removed = removed(in: site)
        try FileSystem.makeFolders(removed)
        var place = ""
        repeat {
            let number = removals.wrappingAdd(1, ordering: .relaxed).newValue
            place = "\(removed)/\(ProcessInfo.processInfo.processIdentifier)-\(number)"
            // A process with this identifier may have been killed.
        } while FileSystem.exists(place)
        do throws(ZigguratError) {
            try FileSystem.move(path, to: place)
        } catch {
            // Another thread may have removed it.
            guard FileSystem.exists(path) else { return }
            throw error
        }
        try FileSystem.remove(place)
    }

    private static let removals = Atomic(0)

    /// The folder of folders to remove, also of those that a killed process left.
    static func removed(in site: String) -> String { "\(site)/\(hidden)/removed" }

    /// Removes all images, or those of a name; then caches without images.
    ///
    /// - Returns: the removed images.
    package func clear(_ name: String?) throws(ZigguratError) -> [Entry] {
        var removed: [Entry] = []
        for entry in try entries() where name == nil || entry.name == name {
            if try Self.remove(entry) { removed.append(entry) }
        }
        let used = Set(try entries().map(\.site))
        for site in try sites() where name == nil && !used.contains(site.folder) {
            let lock = try FileHandle.lockFile("\(site.folder)/\(Self.hidden)/server")
            guard lock.lock(waits: false) else { continue }
            defer { lock.unlock() }
            try FileSystem.remove(site.folder)
        }
        return removed
    }
}

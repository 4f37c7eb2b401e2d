internal import FoundationEssentials
internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem

/// The folder that holds the caches of live servers. Each cache is a folder of exports.
///
/// A cache has a hidden folder `.live`. The folder contains the file `source`, which names the
/// served images, and for each image a folder and a lock file. The modification time of the file
/// `record` in the folder of an image is the time when the image was last used.
package struct LiveCache: Sendable {
    package let root: String
    /// The largest size of all caches together, in bytes.
    package let limit: Int

    package static let defaultLimit = 10_000_000_000

    package init(_ root: String, limit: Int = Self.defaultLimit) {
        (self.root, self.limit) = (Path.normalized(root), limit)
    }

    /// Returns an error that names the cache, if a file or folder of the cache cannot be written.
    func naming(_ error: ZigguratError) -> ZigguratError {
        guard let failure = error.reason as? FileError, failure.code == .unwritable,
            error.subject == root || error.subject.hasPrefix(root + "/")
        else { return error }
        return ZigguratError(
            LiveError.unusableCache(failure), error.subject, cause: error.cause)
    }

    /// Returns the default folder: `ziggurat/live` in the user's cache folder.
    ///
    /// - Throws: ``LiveError/noCacheFolder``.
    package static func usualRoot() throws(ZigguratError) -> String {
        guard let folder = UserFolders.caches else {
            throw ZigguratError(LiveError.noCacheFolder)
        }
        return "\(folder)/ziggurat/live"
    }

    /// Returns the folder of a server's cache, whose name is a hash of the served images and the
    /// options.
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

    /// Returns the hidden folder of an image.
    static func folder(of name: String, in site: String) -> String {
        "\(site)/\(hidden)/images/\(key(of: name))"
    }

    static func lockFile(of name: String, in site: String) -> String {
        "\(site)/\(hidden)/locks/\(key(of: name))"
    }

    /// Returns the name of an image as a file name. If the percent-encoded name is too long,
    /// returns a hash of the name.
    static func key(of name: String) -> String {
        let key = PercentEncoding.segment(name)
        return key.utf8.count <= 200 ? key : "%\(String(XXH3.hash(name), radix: 16))"
    }

    /// An image in a cache.
    package struct Entry: Sendable {
        package let site: String
        package let name: String
        /// The size of the export and of the resized images, in bytes.
        package let bytes: Int
        /// The time when the image was last used, in seconds since 1970.
        package let lastUse: Int
    }

    /// The content of the file `record`.
    struct Record: Codable {
        let name: String
        /// The size of the export, in bytes.
        let bytes: Int
    }

    /// Prevents two threads from writing the temporary file of a record at once.
    private static let writing = Mutex(())

    /// Records that an image is used now.
    static func note(_ record: Record, in site: String) throws(ZigguratError) {
        let folder = folder(of: record.name, in: site)
        let line = try BundleFile.jsonLine("record", record).bytes
        try writing.withLock { _ throws(ZigguratError) in
            try FileSystem.makeFolders(folder)
            try FileSystem.replace("\(folder)/record", with: line)
        }
    }

    /// Records that an image is used now, if the cache has a record of the image.
    static func touch(_ name: String, in site: String) {
        writing.withLock { _ in
            guard let record = record(of: name, in: site),
                let line = try? BundleFile.jsonLine("record", record).bytes
            else { return }
            try? FileSystem.replace("\(folder(of: name, in: site))/record", with: line)
        }
    }

    /// Returns the caches, with the paths of the images that each cache serves.
    package func sites() throws(ZigguratError) -> [(folder: String, source: String)] {
        guard FileSystem.isFolder(root) else { return [] }
        return try FileSystem.entries(in: root).sorted().compactMap { name in
            let folder = "\(root)/\(name)"
            let source = try? FileSystem.contents(of: "\(folder)/\(Self.hidden)/source")
            return source.map { (folder, String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// Returns the images of all caches, the least recently used image first.
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
    ///   - bytes: the size of the data that will be written next.
    ///   - kept: the image that the data belong to, and its cache. This image stays.
    /// - Returns: `false` if the caches still exceed the limit.
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

    /// Removes the resized images and the single tiles of an image, but keeps its export.
    static func removeParts(of name: String, in site: String) throws(ZigguratError) {
        let folder = folder(of: name, in: site)
        for file in try FileSystem.entries(in: folder)
        where file != "record" && !file.hasPrefix(".") {
            try FileSystem.remove("\(folder)/\(file)")
        }
    }

    /// Removes an image from a cache.
    ///
    /// - Returns: `false` if a process is exporting the image.
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

    /// Removes the rest of an export whose manifest another program deleted, for example a program
    /// that deletes old files. Folders that contain exports stay.
    static func removeRest(of name: String, in site: String) throws(ZigguratError) {
        let place = "\(site)/\(name)"
        guard FileSystem.exists(place), try !Manifest.marksWholeOrDamaged(place),
            try !Destination(site).storedNames().contains(where: { $0.hasPrefix("\(name)/") })
        else { return }
        try removeFolder(place, in: site)
    }

    /// Removes a folder in which threads may write files. Moves the folder first, so that no thread
    /// adds a file meanwhile.
    private static func removeFolder(_ path: String, in site: String) throws(ZigguratError) {
        let removed = removed(in: site)
        try FileSystem.makeFolders(removed)
        var place = ""
        repeat {
            let number = removals.wrappingAdd(1, ordering: .relaxed).newValue
            place = "\(removed)/\(ProcessInfo.processInfo.processIdentifier)-\(number)"
            // A killed process with an equal identifier may have left this folder.
        } while FileSystem.exists(place)
        do throws(ZigguratError) {
            try FileSystem.move(path, to: place)
        } catch {
            // Another thread may have removed the folder already.
            guard FileSystem.exists(path) else { return }
            throw error
        }
        try FileSystem.remove(place)
    }

    private static let removals = Atomic(0)

    /// Returns the folder of folders to be removed, including folders that a killed process left.
    static func removed(in site: String) -> String { "\(site)/\(hidden)/removed" }

    /// Removes all images, or all images of a given name. Without a name, also removes caches that
    /// have no image left.
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

internal import Glibc
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratStore
internal import ZigguratSystem

/// The check that a divided image is unchanged since the plan was made.
///
/// The first run computes the checksum of the file and records the check in the folder of the plan.
/// Later runs compare only the size, times and inode of the file.
struct CheckedSource {
    private let source: SourceIdentity
    /// The path of the recorded check.
    private let place: String
    private let lockPlace: String

    /// - Parameter place: the path of the record in the folder of the plan, without an extension.
    init(_ source: SourceIdentity, recordedAt place: String) {
        self.source = source
        (self.place, lockPlace) = ("\(place).checked", "\(place).lock")
    }

    /// Checks that the file has not changed. Waits while another process computes its checksum.
    ///
    /// - Throws: ``ShardError/sourceChanged``, `Cancelled`, or an error of the file system.
    func check(_ cancellation: Cancellation) throws(ZigguratError) {
        guard source.sha256 != nil else { return try source.check(cancellation) }
        guard let lock = try ShardPlan.lock(lockPlace, cancellation) else {
            throw ZigguratError(Cancelled(), source.path)
        }
        defer { lock.unlock() }
        let state = try fileState()
        guard try FileSystem.contents(of: place) != state else { return }
        try source.check(cancellation)
        guard try fileState() == state else {
            throw ZigguratError(ShardError.sourceChanged, source.path)
        }
        try ShardPlan.writing { () throws(ZigguratError) in
            try FileSystem.replace(place, with: state)
        }
    }

    /// Returns the size, inode and times of the file, which differ after every change.
    private func fileState() throws(ZigguratError) -> [UInt8] {
        guard let file = SourceImage.attributes(of: source.path) else {
            throw .file(.read, source.path)
        }
        let times = "\(file.modified.decimalText) \(file.changed.decimalText)"
        return Array("\(file.byteCount) \(file.identity.inode) \(times)\n".utf8)
    }
}

extension ShardPlan {
    /// Plans the export of an image that is divided into bands.
    ///
    /// - Parameter exporter: an exporter with the settings of the plan.
    /// - Throws: ``ShardError/sourceChanged``, `Cancelled`, or an error of reading the image.
    func image(
        of task: ShardTask, with exporter: Exporter, _ cancellation: Cancellation
    ) throws(ZigguratError) -> ExportPlan {
        let name = String(XXH3.hash(task.name), radix: 16)
        try CheckedSource(task.source, recordedAt: "\(folder)/source-\(name)").check(cancellation)
        var entry = task.entry
        entry.identity = nil
        return try entry.plan(with: exporter)
    }

    /// Locks a file of a plan.
    ///
    /// - Parameter waits: called once if another process holds the lock.
    /// - Returns: `nil` after a cancellation.
    /// - Throws: ``ShardError/noLocks`` or ``ShardError/unwritable``.
    static func lock(
        _ place: String, _ cancellation: Cancellation, waits: () -> Void = {}
    ) throws(ZigguratError) -> FileHandle? {
        let file = try writing { () throws(ZigguratError) in try FileHandle.lockFile(place) }
        var attempts = 0
        while !file.lock(waits: false) {
            guard errno == EWOULDBLOCK else {
                throw ZigguratError(ShardError.noLocks, place, cause: .lastSystemError)
            }
            guard !cancellation.isCancelled else { return nil }
            // The first failed attempt is ignored, because `shard status` briefly holds the lock.
            attempts += 1
            if attempts == 2 { waits() }
            usleep(200_000)
        }
        return file
    }
}

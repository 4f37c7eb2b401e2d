internal import Glibc
internal import Synchronization
internal import ZigguratFormats
internal import ZigguratSystem

/// What the manifests of exports said when they were last read: the gallery and the collections ask
/// for all of them one after the other, and reading them is nearly all that these take.
///
/// A manifest is the same while its file is, by its inode, size and time of change, which nobody can
/// set. What changed a moment ago is read again all the same: the clock of a file system is coarse.
final class ManifestCache: Sendable {
    static let shared = ManifestCache()

    private struct Stamp: Equatable {
        let inode: UInt64
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    private let known = Mutex<[String: (stamp: Stamp, manifest: Manifest?)]>([:])

    /// As ``Manifest/read(fromExport:)``.
    func manifest(ofExport folder: String) -> Manifest? {
        guard let status = FileSystem.status("\(folder)/\(Manifest.fileName)") else { return nil }
        let stamp = Stamp(
            inode: UInt64(status.st_ino), size: Int(status.st_size),
            seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
        if let found = known.withLock({ $0[folder] }), found.stamp == stamp {
            return found.manifest
        }
        let manifest = Manifest.read(fromExport: folder)
        let isSettled = time(nil) - stamp.seconds > 2
        known.withLock { $0[folder] = isSettled ? (stamp, manifest) : nil }
        return manifest
    }
}

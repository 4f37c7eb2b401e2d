internal import Glibc
internal import Synchronization
internal import ZigguratFormats
internal import ZigguratSystem

/// Caches manifests: the gallery and each collection read those of all exports.
///
/// A cached manifest is valid while its file has the same inode, size and time of change, which no
/// program can set. The clock of a file system is coarse: a file that changed within the last two
/// seconds is read again.
final class ManifestCache: Sendable {
    static let shared = ManifestCache()

    private let known = Mutex<[String: (file: FileAttributes, manifest: Manifest?)]>([:])

    /// As ``Manifest/read(fromExport:)``.
    func manifest(ofExport folder: String) -> Manifest? {
        guard let file = FileSystem.attributes(of: "\(folder)/\(Manifest.fileName)") else {
            return nil
        }
        if let found = known.withLock({ $0[folder] }), found.file == file { return found.manifest }
        let manifest = Manifest.read(fromExport: folder)
        let isSettled = time(nil) - file.changed.seconds > 2
        known.withLock { $0[folder] = isSettled ? (file, manifest) : nil }
        return manifest
    }
}

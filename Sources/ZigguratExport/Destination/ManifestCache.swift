internal import Glibc
internal import Synchronization
internal import ZigguratFormats
internal import ZigguratSystem

/// The manifests of exports, as they were read last: the gallery and the collections each need all
/// of them.
///
/// A manifest is read again when its file's attributes differ, which include the time of the last
/// change, and while that time is so recent that a file system's coarse clock may hide a change.
final class ManifestCache: Sendable {
    static let shared = ManifestCache()

    private let known = Mutex<[String: (stamp: FileAttributes, manifest: Manifest?)]>([:])

    /// As ``Manifest/read(fromExport:)``.
    func manifest(ofExport folder: String) -> Manifest? {
        guard let stamp = FileSystem.attributes(of: "\(folder)/\(Manifest.fileName)") else {
            return nil
        }
        if let found = known.withLock({ $0[folder] }), found.stamp == stamp {
            return found.manifest
        }
        let manifest = Manifest.read(fromExport: folder)
        let isSettled = time(nil) - stamp.changed.seconds > 2
        known.withLock { $0[folder] = isSettled ? (stamp, manifest) : nil }
        return manifest
    }
}

internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// The files that were looked into last: a directory of many entries is not to be read again for
/// each tile.
final class OpenContainers: Sendable {
    private let opener: any ContainerOpener
    private let shelf = Mutex<[Place]>([])

    private static let capacity = 4

    /// A file, opened once by the first who needs it while others who need it, too, wait.
    ///
    /// It opens what a descriptor stands for, so whatever the server may not open stays shut. Only
    /// SQLite goes by the path that the system says the descriptor has.
    private final class Place: Sendable {
        let identity: OpenFile.Identity
        private let result = Mutex<Result<any BundleFiles, ZigguratError>?>(nil)

        init(_ identity: OpenFile.Identity) {
            self.identity = identity
        }

        func files(
            _ open: () throws(ZigguratError) -> any BundleFiles
        ) throws(ZigguratError) -> any BundleFiles {
            try result.withLock { result throws(ZigguratError) in
                if let result { return try result.get() }
                do throws(ZigguratError) {
                    let files = try open()
                    result = .success(files)
                    return files
                } catch {
                    // Too many open files may be a matter of time; damage is not.
                    if error.code != .unreadableSource { result = .failure(error) }
                    throw error
                }
            }
        }
    }

    init(_ opener: any ContainerOpener) {
        self.opener = opener
    }

    func mayOpen(_ name: String) -> Bool { opener.mayOpen(name) }

    func files(in file: OpenFile, named name: String) throws(ZigguratError) -> any BundleFiles {
        let place = shelf.withLock { places in
            let found = places.first { $0.identity == file.identity }
            let place = found ?? Place(file.identity)
            places.removeAll { $0 === place }
            places.insert(place, at: 0)
            if places.count > Self.capacity { places.removeLast() }
            return place
        }
        return try place.files { () throws(ZigguratError) in
            try opener.open("/proc/self/fd/\(file.descriptor)", named: name)
        }
    }
}

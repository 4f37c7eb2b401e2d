internal import Synchronization
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The containers that were opened last, so that their directories are not read for every tile.
final class OpenContainers: Sendable {
    private let opener: ContainerOpener
    private let recent = Mutex<[Entry]>([])

    private static let capacity = 4

    /// A container that the first request opens while other requests for it wait.
    ///
    /// It is opened by its descriptor, which stays inside the served folder.
    private final class Entry: Sendable {
        let file: FileAttributes
        private let result = Mutex<Result<PreviewFiles, ZigguratError>?>(nil)

        init(_ file: FileAttributes) {
            self.file = file
        }

        func files(
            _ open: () throws(ZigguratError) -> PreviewFiles
        ) throws(ZigguratError) -> PreviewFiles {
            try result.withLock { result throws(ZigguratError) in
                if let result { return try result.get() }
                do throws(ZigguratError) {
                    let files = try open()
                    result = .success(files)
                    return files
                } catch {
                    // A damaged container stays damaged; too many open files may pass.
                    if error.code != .unreadableSource { result = .failure(error) }
                    throw error
                }
            }
        }
    }

    init(_ formats: Formats) {
        opener = ContainerOpener(formats: formats)
    }

    func mayOpen(_ name: String) -> Bool { opener.format(ofFile: name) != nil }

    /// Whether most files with the extension of a name are not containers.
    func sharesExtension(_ name: String) -> Bool {
        opener.format(ofFile: name)?.traits.sharesExtension ?? false
    }

    func files(in file: OpenFile, named name: String) throws(ZigguratError) -> PreviewFiles {
        let entry = recent.withLock { entries in
            let found = entries.first { $0.file == file.attributes }
            let entry = found ?? Entry(file.attributes)
            entries.removeAll { $0 === entry }
            entries.insert(entry, at: 0)
            if entries.count > Self.capacity { entries.removeLast() }
            return entry
        }
        return try entry.files { () throws(ZigguratError) in
            try opener.open("/proc/self/fd/\(file.descriptor)", named: name)
        }
    }
}

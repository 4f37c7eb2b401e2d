internal import Glibc

/// Reports changes of the files in some folders, with inotify(7). If the system has no watches
/// left, it reports nothing. On a network file system, it reports only changes by this machine.
package final class FolderWatch {
    package struct Event: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// A program is writing the file and has not closed it yet.
            case changing
            /// The file was written and closed, or moved into the folder.
            case complete
            /// The file appeared, for example as a link.
            case appeared
            /// A folder appeared or disappeared.
            case folder
            /// Events were lost, so any file may have changed.
            case lost
        }

        package let kind: Kind
        /// The path of the file; empty if the event does not concern a file.
        package let path: String
    }

    /// The inotify descriptor; `nil` if the system does not support inotify.
    private let handle: FileHandle?
    private var folders: [Int32: String] = [:]

    package init() {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        handle = descriptor >= 0 ? FileHandle(descriptor, path: "inotify") : nil
    }

    /// Watches the files directly in a folder. Watching a folder twice has no effect.
    package func add(_ folder: String) {
        guard let handle else { return }
        let mask =
            IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
            | IN_ONLYDIR
        let number = unsafe inotify_add_watch(handle.descriptor, folder, UInt32(mask))
        if number >= 0 { folders[number] = folder }
    }

    /// Waits for events.
    ///
    /// - Parameter milliseconds: the longest wait. A signal ends the wait, too.
    /// - Returns: the events in order; empty without events.
    package func events(within milliseconds: Int32) -> [Event] {
        guard let handle else {
            usleep(UInt32(milliseconds) * 1000)
            return []
        }
        var request = pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, milliseconds) > 0 else { return [] }
        var events: [Event] = []
        while true {
            let buffer = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                count = max(0, unsafe read(handle.descriptor, buffer.baseAddress, buffer.count))
            }
            guard !buffer.isEmpty else { return events }
            var rest = buffer[...]
            // An event: the watch descriptor, the mask, a cookie, the length of the name, and the
            // name.
            while rest.count >= 16 {
                let fields = stride(from: 0, to: 16, by: 4).map { offset in
                    rest.dropFirst(offset).prefix(4).reversed().reduce(UInt32(0)) {
                        $0 << 8 | UInt32($1)
                    }
                }
                let name = rest.dropFirst(16).prefix(Int(fields[3]))
                rest = rest.dropFirst(16 + name.count)
                if let event = event(
                    Int32(bitPattern: fields[0]), Int32(bitPattern: fields[1]),
                    name.prefix { $0 != 0 })
                {
                    events.append(event)
                }
            }
        }
    }

    private func event(_ number: Int32, _ mask: Int32, _ name: ArraySlice<UInt8>) -> Event? {
        if mask & IN_Q_OVERFLOW != 0 { return Event(kind: .lost, path: "") }
        if mask & IN_IGNORED != 0 {
            folders[number] = nil
            return Event(kind: .folder, path: "")
        }
        guard let folder = folders[number], !name.isEmpty else { return nil }
        let path =
            (folder.hasSuffix("/") ? folder : folder + "/") + String(decoding: name, as: UTF8.self)
        if mask & IN_ISDIR != 0 { return Event(kind: .folder, path: path) }
        if mask & (IN_CLOSE_WRITE | IN_MOVED_TO) != 0 { return Event(kind: .complete, path: path) }
        if mask & IN_MODIFY != 0 { return Event(kind: .changing, path: path) }
        if mask & IN_CREATE != 0 { return Event(kind: .appeared, path: path) }
        return nil
    }
}

internal import Glibc

/// The type, size, identity and times of a file or folder.
package struct FileAttributes: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file, folder, other
    }

    /// A point in time, in seconds since 1970 and nanoseconds.
    package struct Time: Hashable, Sendable {
        package let seconds: Int
        package let nanoseconds: Int

        /// A time in seconds since 1970, and nanoseconds.
        package init(seconds: Int, nanoseconds: Int) {
            (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
        }

        fileprivate init(_ time: ClockTime) {
            self.init(seconds: time.seconds, nanoseconds: time.nanoseconds)
        }

        fileprivate func joined(with other: Time) -> Time {
            let sum = nanoseconds + other.nanoseconds + other.seconds % 1_000_000_000
            return Time(
                seconds: max(seconds, other.seconds), nanoseconds: abs(sum % 1_000_000_000))
        }

        /// The seconds with nine decimals.
        package var decimalText: String {
            let decimals = String(nanoseconds)
            return "\(seconds)." + String(repeating: "0", count: 9 - decimals.count) + decimals
        }
    }

    /// The identity of a file on this machine: equal for all names of a file.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64
    }

    package let kind: Kind
    package private(set) var byteCount: Int
    package let identity: Identity
    /// When the content last changed.
    package private(set) var modified: Time
    /// When the content or the attributes last changed.
    package private(set) var changed: Time

    /// Whether the user of this process owns the file.
    package let isOwn: Bool

    package var isFile: Bool { kind == .file }
    package var isFolder: Bool { kind == .folder }

    /// Reads the attributes of a path; `nil` with `errno` on failure.
    package init?(path: String, followsLink: Bool = true) {
        var status = stat()
        guard unsafe (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else {
            return nil
        }
        self.init(status)
    }

    /// Reads the attributes of a path in an open folder; `nil` with `errno` on failure.
    package init?(_ path: String, in folder: FileHandle) {
        var status = stat()
        guard unsafe fstatat(folder.descriptor, path, &status, 0) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the attributes of an open file; `nil` with `errno` on failure.
    package init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Adds the bytes of another file. Each time becomes the later of two times, with the sum of
    /// both nanoseconds. So the attributes also change if an older file replaces a file.
    package mutating func add(_ other: FileAttributes) {
        byteCount += other.byteCount
        modified = modified.joined(with: other.modified)
        changed = changed.joined(with: other.changed)
    }

    /// Whether every later change of the file will change ``changed``. The clocks of file systems
    /// are coarse: a file that changed in the last two seconds can change again without a new time.
    ///
    /// - Parameter now: the time in seconds since 1970; `nil` for the time of the call.
    package func hasSettled(now: Int?) -> Bool { (now ?? time(nil)) - changed.seconds > 2 }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        byteCount = Int(status.st_size)
        isOwn = status.st_uid == geteuid()
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        modified = Time(ClockTime(status.st_mtim))
        changed = Time(ClockTime(status.st_ctim))
    }
}

internal import CSystem
internal import FoundationEssentials
package import Glibc

/// The few things that exports do with files, with errors that say what and why.
package enum FileSystem {
    /// What the system said last, as an error: `errno` must be fresh.
    package static func failure(_ path: String, _ problem: String) -> ZigguratError {
        let code = errno
        let reason = unsafe String(cString: strerror(code))
        let remedy =
            switch code {
            case EACCES, EPERM, EROFS, ENOENT: "choose a folder that you may write to with --output"
            case ENOSPC, EDQUOT: "make room, or choose another folder with --output"
            case ENAMETOOLONG: "choose a shorter name with --name"
            default: ""
            }
        return ZigguratError(.unwritable, path, "\(problem) (\(reason))", remedy: remedy)
    }

    /// Makes a folder and those above it, where they are missing.
    package static func makeFolders(_ path: String) throws(ZigguratError) {
        if unsafe mkdir(path, 0o777) == 0 || errno == EEXIST && isFolder(path) { return }
        if errno == EEXIST || errno == ENOTDIR {
            throw ZigguratError(
                .unwritable, path, "the folder cannot be made: there is a file in its place",
                remedy: "choose another folder with --output")
        }
        guard errno == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > path.startIndex
        else {
            throw failure(path, "the folder cannot be made")
        }
        try makeFolders(String(path[..<slash]))
        guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw failure(path, "the folder cannot be made")
        }
    }

    package static func isFolder(_ path: String) -> Bool {
        guard let status = status(path) else { return false }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether anything has this name, be it a link that leads nowhere.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// The names in a folder, sorted; nothing where it cannot be read.
    package static func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The hidden names in a folder that begin like this, in no order: quick where there are
    /// thousands of others.
    package static func hiddenNames(in path: String, startingWith prefix: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe _ = closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            guard unsafe entry.pointee.d_name.0 == CChar(UInt8(ascii: ".")) else { continue }
            // The name ends with a zero inside the entry, which lasts until the next call.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(prefix) { names.append(name) }
        }
        return names
    }

    package static func read(_ path: String) -> [UInt8]? {
        try? RandomAccessFile(path).allBytes()
    }

    /// Writes a file beside its place and moves it there, so that readers see the old one or the
    /// new one.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(ZigguratError) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
        let draft = path[..<start] + ".ziggurat-draft-\(getpid())-" + path[start...].prefix(64)
        let file = unsafe open(String(draft), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw failure(path, "it cannot be written") }
        let isWritten = unsafe writeAll(bytes.span.bytes, to: file)
        guard close(file) == 0, isWritten, unsafe rename(String(draft), path) == 0 else {
            let error = failure(path, "it cannot be written")
            _ = unsafe unlink(String(draft))
            throw error
        }
    }

    /// Removes a folder with everything in it. Another process may be at the same work.
    package static func remove(_ path: String) throws(ZigguratError) {
        while exists(path) {
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch let error as CocoaError where error.code == .fileNoSuchFile {
                // Somebody else took a part of it away meanwhile: there is less of it each time.
                continue
            } catch {
                let reason = (error as? CocoaError)?.underlying as? POSIXError
                let words = reason.map { unsafe String(cString: strerror($0.code.rawValue)) }
                throw ZigguratError(
                    .unwritable, path, "it cannot be removed (\(words ?? "\(error)"))")
            }
        }
    }

    /// Exchanges two folders in one step, where the file system can.
    package static func exchange(_ left: String, _ right: String) -> Bool {
        unsafe zig_exchange(AT_FDCWD, left, AT_FDCWD, right) == 0
    }

    package static func writeAll(_ bytes: RawSpan, to file: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                // The address is inside the buffer, which is not empty here.
                let count = unsafe write(
                    file, buffer.baseAddress.unsafelyUnwrapped + offset, buffer.count - offset)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                offset += count
            }
            return true
        }
    }

    /// The bytes of a file; none where there is no such file.
    package static func size(of path: String) -> Int {
        status(path).map { Int($0.st_size) } ?? 0
    }

    package static func status(_ path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }
}

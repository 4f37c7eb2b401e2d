import Foundation
import TestSupport

/// The identity and the time of a file: an equal stamp means an unchanged file.
struct FileStamp: Hashable {
    let device: UInt64
    let inode: UInt64
    let seconds: Int
    let nanoseconds: Int
    let links: Int
    let bytes: Int

    init(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        (links, bytes) = (Int(status.st_nlink), Int(status.st_size))
    }

    /// The stamp without the number of links.
    var file: [Int] { [Int(device), Int(inode), seconds, nanoseconds, bytes] }

    /// The stamps of all files in a folder by their relative paths.
    static func all(in folder: String) throws -> [String: FileStamp] {
        let files = try FolderListing.files(in: URL(filePath: folder))
        return try Dictionary(
            uniqueKeysWithValues: files.map { ($0, try FileStamp("\(folder)/\($0)")) })
    }
}

internal import Glibc
internal import ZigguratSystem

/// What the file system of a destination can do, found by trying it in a hidden folder that is removed.
package struct DestinationAbilities: Sendable {
    /// The folder that was tried: the destination, or the nearest existing folder around it.
    package let folder: String
    package let isWritable: Bool
    /// The space for new files, in bytes; `nil` if it is unknown.
    package let freeBytes: Int?
    /// Whether two folders can be exchanged in one step, so that an export is never missing while it
    /// is replaced; `nil` if nothing can be written.
    package let exchangesFolders: Bool?
    /// Whether tiles that layouts share need space once; `nil` if nothing can be written.
    package let hasHardLinks: Bool?

    package init(of destination: String) {
        var folder = destination
        while !FileSystem.isFolder(folder), folder != ".", folder != "/" {
            folder = Path.split(Path.normalized(folder)).folder
        }
        self.folder = folder
        var space = statvfs()
        freeBytes =
            unsafe statvfs(folder, &space) == 0
            ? Int(clamping: UInt64(space.f_bavail) * UInt64(space.f_frsize)) : nil
        let trial = "\(folder)/.ziggurat-doctor-\(getpid())"
        isWritable = (try? FileSystem.makeFolders("\(trial)/a")) != nil
        defer { try? FileSystem.remove(trial) }
        guard isWritable, (try? FileSystem.makeFolders("\(trial)/b")) != nil,
            (try? FileSystem.replace("\(trial)/file", with: [1])) != nil
        else {
            (exchangesFolders, hasHardLinks) = (nil, nil)
            return
        }
        exchangesFolders = FileSystem.exchange("\(trial)/a", "\(trial)/b")
        hasHardLinks = unsafe link("\(trial)/file", "\(trial)/link") == 0
    }
}

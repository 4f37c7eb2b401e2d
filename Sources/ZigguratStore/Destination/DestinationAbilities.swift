internal import Glibc
internal import ZigguratSystem

/// The abilities of a destination's file system, found by a trial in a hidden folder.
package struct DestinationAbilities: Sendable {
    /// The folder of the trial: the destination, or the nearest existing folder that contains it.
    package let folder: String
    package let isWritable: Bool
    /// The space for new files, in bytes; `nil` if unknown.
    package let freeBytes: Int?
    /// Whether two folders can be exchanged in one step, so that an export is never missing during
    /// its replacement; `nil` if the folder is not writable.
    package let exchangesFolders: Bool?
    /// Whether hard links work, so that tiles shared by layouts take space once; `nil` if the
    /// folder is not writable.
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

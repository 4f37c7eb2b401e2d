import Foundation

/// The files that this process holds open.
package enum OpenFiles {
    /// The targets of the process's descriptors: paths, or names such as `socket:[1]`.
    package static func names() throws -> [String] {
        let folder = "/proc/self/fd"
        // The descriptor that lists the folder is closed meanwhile.
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
    }
}

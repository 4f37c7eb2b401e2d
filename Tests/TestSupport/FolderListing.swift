public import Foundation

/// Lists the files in a folder.
public enum FolderListing {
    /// Returns the relative paths of all files in a folder and its subfolders, including hidden
    /// files, sorted by their UTF-8 bytes. Symbolic links are listed, but not followed.
    ///
    /// The record `.ziggurat.json` is omitted, because it depends on the paths of the images.
    public static func files(in folder: URL) throws -> [String] {
        var files: [String] = []
        try collect(folder.path, prefix: "", into: &files)
        return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func collect(_ folder: String, prefix: String, into files: inout [String]) throws
    {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name != ".ziggurat.json" {
            let path = "\(folder)/\(name)"
            let kind = try FileManager.default.attributesOfItem(atPath: path)[.type]
            if kind as? FileAttributeType == .typeDirectory {
                try collect(path, prefix: "\(prefix)\(name)/", into: &files)
            } else {
                files.append(prefix + name)
            }
        }
    }
}

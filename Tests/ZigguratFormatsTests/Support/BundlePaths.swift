import ZigguratCore
import ZigguratFormats
import ZigguratSystem

/// The paths of all files that a layout writes for a pyramid, without descriptors.
struct BundlePaths {
    let tiles: [String]
    let aliases: [String]
    let wholeImages: [String]

    init(_ layout: any Layout, _ pyramid: Pyramid) {
        let written = pyramid.tiles.filter { layout.isWritten($0) }
        tiles = written.map { layout.naming.path(of: $0) }
        aliases = written.flatMap { layout.aliases(of: $0) }
        wholeImages = layout.wholeImages(of: pyramid).flatMap(\.paths)
    }

    var all: [String] { tiles + aliases + wholeImages }
}

/// The paths that occur more than once.
func repeated(_ paths: [String]) -> Set<String> {
    var seen: Set<String> = []
    return Set(paths.filter { !seen.insert($0).inserted })
}

/// The paths that name both a file and a folder.
func filesUsedAsFolders(_ paths: [String]) -> Set<String> {
    let files = Set(paths)
    var clashes: Set<String> = []
    for path in files {
        var folder = Substring(path)
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if files.contains(String(folder)) { clashes.insert(String(folder)) }
        }
    }
    return clashes
}

/// Whether a path, appended to the path of a folder, names a file inside the folder on every file
/// system.
func staysInside(_ path: String) -> Bool {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return segments.allSatisfy { segment in
        !segment.isEmpty && !segment.contains(0) && !segment.elementsEqual(".".utf8)
            && !segment.elementsEqual("..".utf8)
    }
}

internal import CViewerAssets
internal import ZigguratCore

/// A file that is embedded in the program: a template, or a part of a viewer library.
///
/// `CViewerAssets.c` lists the files. Scripts run in the order of its list.
struct Asset {
    package let name: String
    let bytes: [UInt8]
    private let role: viewer_role

    static let all: [Asset] = {
        var all: [Asset] = []
        // Safe because the strings are constants that end with a zero byte.
        while let asset = unsafe viewer_asset_at(all.count)?.pointee {
            unsafe all.append(
                Asset(
                    name: String(cString: asset.name),
                    bytes: Array(String(cString: asset.text).utf8), role: asset.role))
        }
        return all
    }()

    /// The files that a user may replace.
    static let templates = all.filter { $0.role != VIEWER_LIBRARY }

    /// The scripts and styles without comments and indentation, by name.
    static let code = Dictionary(
        uniqueKeysWithValues: templates.filter {
            $0.name.hasSuffix(".js") || $0.name.hasSuffix(".css")
        }.map { ($0.name, ScriptComments.removed(from: $0.bytes)) })

    static func bytes(_ name: String) -> [UInt8] {
        all.first { $0.name == name }?.bytes ?? []
    }

    /// Returns the names of the scripts of a page, in the order in which they run.
    ///
    /// - Parameters:
    ///   - archive: the kind of the archive with the tiles; `nil` if the tiles are in folders.
    ///   - hasFormats: whether the page may have tiles in two formats.
    static func scripts(
        of viewer: PageTemplates.Viewer, archive: ArchiveKind? = nil, hasFormats: Bool = false
    ) -> [String] {
        let own = viewer == .leaflet ? VIEWER_LEAFLET : VIEWER_OPENSEADRAGON
        let roles =
            [own, VIEWER_BOTH] + (archive == nil ? [] : [VIEWER_ARCHIVE])
            + (hasFormats ? [VIEWER_FORMATS] : [])
        return (archive.map { ArchiveReader.scripts(of: [$0]) } ?? [])
            + all.filter { roles.contains($0.role) }.map(\.name)
    }

    /// Returns the names of the scripts of comparison pages. Some of these scripts are shared with
    /// image pages.
    ///
    /// - Parameter archives: the kinds of archives that contain the images' tiles.
    static func comparisonScripts(archives: Set<ArchiveKind>) -> [String] {
        let shared: Set<String> = [
            "paths.js", "ahead.js", "view.js", "speech.js", "link.js", "scale.js", "about.js",
            "idle.js", "controls.js", "gestures.js", "retry.js", "tiles.js", "drawer.js",
            "viewport.js", "overview.js", "seadragon.js",
        ]
        let roles = [VIEWER_COMPARISON] + (archives.isEmpty ? [] : [VIEWER_ARCHIVE])
        return (archives.isEmpty ? [] : ArchiveReader.scripts(of: archives))
            + all.filter { roles.contains($0.role) || shared.contains($0.name) }.map(\.name)
    }
}

/// The removal of comments and indentation from the built-in scripts and styles.
enum ScriptComments {
    /// Returns a script without indentation, empty lines and lines that contain only a comment. The
    /// script must not contain multi-line strings.
    static func removed(from script: [UInt8]) -> [UInt8] {
        var lines: [Substring] = []
        var isInside = false
        for line in String(decoding: script, as: UTF8.self).split(separator: "\n") {
            let start = line.drop { $0 == " " }
            if isInside {
                isInside = !line.hasSuffix("*/")
            } else if start.hasPrefix("/*"), !start.contains("*/") {
                isInside = true
            } else if !start.isEmpty, !start.hasPrefix("//"),
                !(start.hasPrefix("/*") && start.hasSuffix("*/"))
            {
                lines.append(start)
            }
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

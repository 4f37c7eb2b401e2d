internal import CViewerAssets
internal import ZigguratCore

/// A file that is embedded in the program: a template, or a part of a viewer library.
///
/// `CViewerAssets.c` lists the files.
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
    static let templates = all.filter { $0.role == VIEWER_TEMPLATE }

    /// The scripts and styles without comments and unnecessary white space, by name.
    static let code = templates.reduce(into: [String: [UInt8]]()) { code, asset in
        if asset.name.hasSuffix(".js") {
            code[asset.name] = CompactCode.script(asset.bytes)
        } else if asset.name.hasSuffix(".css") {
            code[asset.name] = CompactCode.style(asset.bytes)
        }
    }

    static func bytes(_ name: String) -> [UInt8] {
        all.first { $0.name == name }?.bytes ?? []
    }
}

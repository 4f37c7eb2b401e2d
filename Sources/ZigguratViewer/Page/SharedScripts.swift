internal import ZigguratCore
package import ZigguratSystem

/// The scripts that the pages of a destination share, whose names contain a checksum.
package struct SharedScripts {
    /// The folder of a destination that contains the scripts; no export has this name.
    package static let folderName = "viewer"
    package static let folder = "\(folderName)/"

    private let destination: String

    package init(of destination: String) { self.destination = destination }

    /// Returns the path of a script with some content, relative to the destination.
    static func path(_ stem: String, _ bytes: [UInt8]) -> String {
        "\(folder)\(stem)-\(SHA256.digest(of: bytes).hex.prefix(8)).js"
    }

    /// Returns a script of a bundle with the script's path in a destination.
    static func shared(_ file: BundleFile) -> BundleFile {
        let stem = file.path.dropFirst(folder.count).dropLast(3)
        return BundleFile(path: path(String(stem), file.bytes), bytes: file.bytes)
    }

    /// Returns the list of language files in the form that `head/text.js` reads:
    /// `de=viewer/languages/de.js`.
    static func list(_ files: [BundleFile], from root: String) -> String {
        files.map { file in
            let name = file.path.split(separator: "/").last ?? ""
            let tag = name.dropLast(3).replacing(/-[0-9a-f]{8}$/, with: "")
            return "\(tag)=\(root)\(file.path)"
        }.joined(separator: " ")
    }

    /// Returns the paths of the scripts whose content does not match the checksum in their names.
    package func changed() throws(ZigguratError) -> [String] {
        let place = "\(destination)/\(Self.folder)"
        guard FileSystem.isFolder(place) else { return [] }
        let stems =
            PageWriter.ownStems
            + PageTemplates.Viewer.allCases.map { ViewerLibrary(of: $0).fileName }
        let languages = place + LanguageFile.folder
        let names =
            try FileSystem.entries(in: place).filter { name in
                stems.contains { name.hasPrefix("\($0)-") && name.utf8.count == $0.utf8.count + 12 }
            }
            + (FileSystem.isFolder(languages) ? try FileSystem.entries(in: languages) : []).filter {
                $0.wholeMatch(of: /.+-[0-9a-f]{8}\.js/) != nil
            }.map { LanguageFile.folder + $0 }
        return names.filter { name in
            guard name.hasSuffix(".js"), let bytes = try? FileSystem.contents(of: place + name)
            else { return false }
            return Self.folder + name != Self.path(String(name.dropLast(12)), bytes)
        }.map { Self.folder + $0 }
    }
}

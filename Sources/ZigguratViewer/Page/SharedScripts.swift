package import ZigguratSystem

/// The scripts that the pages of a destination share. Their names contain a checksum.
package struct SharedScripts {
    /// The folder of a destination that has them; no export has this name.
    package static let folderName = "viewer"
    static let folder = "\(folderName)/"

    private static let tourStem = String(Asset.tourScript.dropLast(3))

    private let destination: String

    package init(of destination: String) { self.destination = destination }

    /// Whether a path is that of the script that shows tours.
    static func isTour(_ path: String) -> Bool { path.hasPrefix("\(folder)\(tourStem)-") }

    /// The path of a script with these bytes, relative to the destination.
    static func path(_ stem: String, _ bytes: [UInt8]) -> String {
        "\(folder)\(stem)-\(SHA256.digest(of: bytes).hex.prefix(8)).js"
    }

    /// The paths of the scripts that have other bytes than their names say.
    package func changed() throws(ZigguratError) -> [String] {
        let place = "\(destination)/\(Self.folder)"
        guard FileSystem.isFolder(place) else { return [] }
        let stems =
            ["ziggurat", Self.tourStem]
            + PageTemplates.Viewer.allCases.map { ViewerLibrary(of: $0).fileName }
        return try FileSystem.entries(in: place).filter { name in
            guard name.hasSuffix(".js"),
                let stem = stems.first(where: {
                    name.hasPrefix("\($0)-") && name.utf8.count == $0.utf8.count + 12
                }), let bytes = try? FileSystem.contents(of: place + name)
            else { return false }
            return Self.folder + name != Self.path(stem, bytes)
        }.map { Self.folder + $0 }
    }
}

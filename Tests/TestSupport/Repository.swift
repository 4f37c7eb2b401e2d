public import Foundation

/// The checked-out repository and what stands in it that tests need.
public enum Repository {
    /// The folder that holds `Package.swift`.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .standardizedFileURL

    /// OpenSeadragon as the viewer ships it, put there by `Scripts/bootstrap`.
    public static func openSeadragon() throws -> URL {
        let file = root.appending(path: "Sources/CViewerAssets/vendor/openseadragon.min.js")
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw MissingPrerequisite("OpenSeadragon (\(file.path))")
        }
        return file
    }

    /// One of the viewer's own files.
    public static func template(_ name: String) -> URL {
        root.appending(path: "Templates/\(name)")
    }

    /// A script that stands beside these sources.
    static func helper(_ name: String) -> URL {
        root.appending(path: "Tests/TestSupport/Helpers/\(name)")
    }
}

public import Foundation

/// The repository's folder, and files in it that tests read.
public enum Repository {
    /// The folder of `Package.swift`.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .standardizedFileURL

    /// The OpenSeadragon script of the viewer; `Scripts/bootstrap` fetches it.
    public static func openSeadragon() throws -> URL {
        let file = root.appending(path: "Sources/CViewerAssets/vendor/openseadragon.min.js")
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw MissingPrerequisite("OpenSeadragon (\(file.path))")
        }
        return file
    }

    /// One of the viewer's templates.
    public static func template(_ name: String) -> URL {
        root.appending(path: "Templates/\(name)")
    }

    /// A script in the folder Helpers.
    public static func helper(_ name: String) -> URL {
        root.appending(path: "Tests/TestSupport/Helpers/\(name)")
    }
}

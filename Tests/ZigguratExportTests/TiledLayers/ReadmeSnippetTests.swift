import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The Swift code in the bundles' `README.txt`. The compiler checks the code with declarations of
/// the app's classes.
@Suite struct ReadmeSnippetTests {
    /// Declarations of UIKit and of the views that the code uses.
    private static let surroundings = """
        import Foundation
        final class UIImage {
            init?(contentsOfFile: String) {}
            init?(data: Data) {}
        }
        final class UIScreen {
            nonisolated(unsafe) static let main = UIScreen()
            let scale: CGFloat = 3
        }
        class UIView { var bounds = CGRect.zero }
        final class UIScrollView: UIView { var maximumZoomScale: CGFloat = 1 }
        final class JCTiledScrollView: UIView {
            var levelsOfZoom = 0
            var levelsOfDetail = 0
            init(frame: CGRect, contentSize: CGSize) {}
        }
        final class LDOTiledView: UIView {
            var imageSize = CGSize.zero
            var tileSize = CGSize.zero
            var maximumZoomLevel: UInt = 0
            var maximumZoomScale: CGFloat { CGFloat(1 << (maximumZoomLevel - 1)) }
        }
        """

    /// Returns the code of a README: the indented lines after its last heading.
    private static func code(_ layout: any Layout, name: String) throws -> String {
        let pyramid = try layout.pyramid(
            name: name, imageSize: PixelSize(width: 2101, height: 1502))
        let files = try layout.descriptors(
            of: BundleDescription(layout: layout.name, pyramid: pyramid))
        let readme = try #require(files.first { $0.path == "README.txt" })
        let text = String(decoding: readme.bytes, as: UTF8.self)
        let heading = try #require(text.range(of: "with the files in its main bundle:\n"))
        return String(text[heading.upperBound...])
    }

    /// Compiles pieces of code, each in its own class. A piece consists of the set-up, an empty
    /// line and the source of tiles.
    private static func problems(_ pieces: [String]) async throws -> CommandResult {
        try await TemporaryFolder.with { folder in
            let classes = pieces.enumerated().map { number, piece in
                let end = piece.range(of: "\n\n")?.lowerBound ?? piece.endIndex
                return """
                    final class App\(number) {
                        let (view, scrollView, tiledView) = (UIView(), UIScrollView(), LDOTiledView())
                        func setUp() {
                            \(piece[..<end])
                        }
                        \(piece[end...])
                    }
                    """
            }
            let file = try folder.write(
                ([surroundings] + classes).joined(separator: "\n"), to: "app.swift")
            return try await Shell.run("swiftc", ["-typecheck", file.path])
        }
    }

    @Test func `The code of the README compiles with any image name`() async throws {
        let layouts: [any Layout] = [.photoscroller, .tilemanager, .jctiled, .ldo, .catiledlayer]
        var pieces: [String] = []
        for layout in layouts {
            for name in ["photo", #"a "b" \(c) ü"#] {
                pieces.append(try Self.code(layout, name: name))
            }
        }
        let result = try await Self.problems(pieces)
        #expect(result.status == 0, "\(result.errors)")
        // The negative control: a type that the app does not have.
        let other = try await Self.problems([
            pieces[0].replacing("UIImage.init", with: "UIPicture.init")
        ])
        #expect(other.status != 0)
    }
}

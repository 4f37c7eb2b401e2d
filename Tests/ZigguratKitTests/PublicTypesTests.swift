import Foundation
import TestSupport
import Testing

/// The tests list all public types of the library, so that no type becomes public by accident.
@Suite struct PublicTypesTests {
    private static let topLevel = """
        AlternativeLayout Annotation AnsweredRequest ArchiveError BundleDescription BundleFile Cancellation Caption
        Container ContainerAbilities ContainerFormat ContainerTotals ContainerTraits DescribeError
        DestinationError ExportBatch ExportNaming ExportNamingError ExportNote ExportPlan ExportProgress
        ExportResult ExportSettings Exporter ErrorReason FileError Formats ImageRecords Layout
        LayoutAbilities LayoutError Level Manifest MapRepacker NamingStrategy OptionError PageTemplates
        PixelRegion PixelSize PreviewServer Publication PublicationError Pyramid RGBColor ReadingDirection RecordError RepackedMap
        Repacker
        SharePart SourceError SourceHeader SourceRequest StoredFile TemplateNaming Tile
        TileEncoding TileFormat Tiling TilingRules Verification VerificationError WholeImage
        ZigguratError
        """

    /// Types that are nested in a public type, such as `Tiling.Request`.
    private static let nested = """
        Address Advice Alpha Assets Blanks Book Books Bundle BundleChanges Cause Changes Code Collection Colour
        ColourRule Content Count DecoderEnd Depth Edge Event Feature Field Finding Fixity
        Intent Isolation Kind LevelRequest Memory Metadata MosaicError Note Operation Option Options Outcome
        Part Plan Point Progress Property RemovalReason Request Result Role Rotation Selection Source Stage
        Subsampling Summary Texts Trust UndividedReason Unit ValueRange Viewer Zoom
        """

    @Test("The library's modules have exactly the listed public types")
    func types() throws {
        let sources = Repository.root.appending(path: "Sources")
        let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter {
            $0.hasPrefix("Ziggurat") && $0 != "ZigguratCommands"
        }
        let declaration =
            /(?m)^( *)public (?:indirect )?(?:struct|enum|final class|class|protocol|actor) (\w+)/
        var topLevel: Set<String> = []
        var nested: Set<String> = []
        for module in modules {
            let folder = sources.appending(path: module)
            for path in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
                guard let path = path as? String, path.hasSuffix(".swift") else { continue }
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                for match in text.matches(of: declaration) {
                    if match.1.isEmpty {
                        topLevel.insert(String(match.2))
                    } else {
                        nested.insert(String(match.2))
                    }
                }
            }
        }
        #expect(topLevel.symmetricDifference(Self.names(Self.topLevel)).sorted() == [])
        #expect(nested.symmetricDifference(Self.names(Self.nested)).sorted() == [])
    }

    private static func names(_ list: String) -> Set<String> {
        Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}

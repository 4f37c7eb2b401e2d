import Foundation
import TestSupport
import Testing

/// The public types of the library are listed here, so that none becomes public by accident.
@Suite struct PublicTypesTests {
    private static let expected = """
        AbsentTiles AdaptiveLayout AliasedLayout AlphaRule Annotation ArchiveFault BatchFailure
        BlankRule BundleDescription BundleFile BundleFiles BundlePlan CATiledLayerLayout
        Cancellation Cancelled Caption CodedAsText Collections CommaList ConfigurableLayout
        Container ContainerFailure ContainerFormat ContainerReader ContainerTotals
        ContainerTraits DeepZoomCollection DeepZoomLayout DescribedContainer DescriptorFailure
        DescriptorWriting DestinationCollection DestinationFailure DestinationNote EdgeRule
        EncodingFailure ExportBatch ExportNaming ExportOptions ExportPlan ExportProgress
        ExportResult ExportSettings Exporter FailureCause FailureReason Fault FileFailure
        Finding Fixity FolderFormat Formats FoundPyramid GoogleLayout GridOrigin IIIF2Layout
        IIIF3Layout JCTiledLayout LDOLayout Layout LayoutFailure LegacyLayout Level LevelRequest
        LevelRounding LevelRules LevelWindow LosslessRefusal MBTilesFormat Manifest MemoryNeed
        NameFailure NamingFailure NamingStrategy Note OpenedContainer OptionFailure
        PMTilesFormat PageAssets PageTemplates PathPlaceholder PathTemplate PhotoScrollerLayout
        PixelRegion PixelShift PixelSize PlanNote PreviewServer ProcessFailure Publication
        PublicationStage PublishFailure PublishNote Pyramid PyramidChecking PyramidDepth
        PyramidFailure PyramidReader PyramidShape RGBColor ReadableLayout RenderingIntent
        RepackFailure RepackOptions RepackPlan Repacker SZIFormat SampleRange ScaleSettings
        ServerFailure SingleLayout SizedImage SourceFailure SourceHeader SourceMetadata
        SourceRequest SourceTrust StoredFile TMSLayout TemplateLayout TemplateNaming Tile
        TileAddress TileEncoding TileEncodingFailure TileFormat TileImage TileImageFailure
        TileManagerLayout TilePosition TileSource Tiling TilingRequest TilingRules Verification
        VerificationNote ViewerKind WholeImage WholeImageLayout XYZLayout ZIPFormat
        ZigguratError ZoomifyLayout
        """

    @Test("The public types at the top level of the library's modules are the listed ones")
    func types() throws {
        let sources = Repository.root.appending(path: "Sources")
        let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter {
            $0.hasPrefix("Ziggurat") && $0 != "ZigguratCommands"
        }
        var found: Set<String> = []
        for module in modules {
            let folder = sources.appending(path: module)
            for path in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
                guard let path = path as? String, path.hasSuffix(".swift") else { continue }
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                let declarations = text.matches(
                    of:
                        /(?m)^public (?:indirect )?(?:struct|enum|final class|class|protocol|actor) (\w+)/
                )
                found.formUnion(declarations.map { String($0.1) })
            }
        }
        let expected = Set(Self.expected.split(whereSeparator: \.isWhitespace).map(String.init))
        #expect(found.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(found).sorted() == [])
    }
}

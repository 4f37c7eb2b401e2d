import Foundation
import TestSupport
import Testing

/// The public types of the library are listed here, so that none becomes public by accident.
@Suite struct PublicTypesTests {
    private static let expected = """
        AliasedLayout AlphaRule Annotation BlankRule BundleDescription BundleFile
        BundlePlan Cancellation Cancelled Caption Collections Container ContainerFormat
        ContainerTotals ContainerTraits DeepZoomCollection DescriptorWriting
        DestinationCollection DestinationFailure EdgeRule ExportBatch ExportNaming
        ExportNote ExportOptions ExportPlan ExportProgress ExportResult ExportSettings
        Exporter FailureCause FailureReason Fault FileFailure Finding Fixity Formats
        Layout LayoutFailure Level LevelRequest Manifest MemoryNeed NameFailure
        NamingStrategy OptionFailure PageAssets PageTemplates PixelRegion PixelSize
        PreviewServer Publication PublicationStage PublishFailure PublishNote Pyramid
        PyramidDepth RGBColor RenderingIntent RepackOptions RepackPlan Repacker
        SampleRange SourceFailure SourceHeader SourceMetadata SourceRequest SourceTrust
        StoredFile TemplateNaming Tile TileAddress TileEncoding TileFormat Tiling
        TilingRequest TilingRules Verification ViewerKind WholeImage WholeImageLayout
        ZigguratError
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

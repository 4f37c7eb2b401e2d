import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// The location of a photograph, the serial number of its camera and its embedded thumbnail are not
/// in any byte of an export.
@Suite struct PrivacyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The format of the source.
        var source = "jpg"
        var layouts: [any Layout] = [.dzi, .xyz]
        let change: @Sendable (inout Exporter.Options) -> Void

        init(
            _ name: String, source: String = "jpg", layouts: [any Layout] = [.dzi, .xyz],
            _ change: @escaping @Sendable (inout Exporter.Options) -> Void = { _ in }
        ) {
            testDescription = name
            self.source = source
            self.layouts = layouts
            self.change = change
        }
    }

    /// Every tile format in all layouts that support it, with all files of pages and exports; every
    /// special kind of tile; every container; every kind of source that can contain a location.
    static let cases: [Case] =
        TileFormat.all.map { format in
            Case("\(format) tiles", layouts: layouts(with: format)) {
                $0.tiling.encoding = TileEncoding(format)
                $0.sizes = [64, 150]
                $0.baseURL = "https://example.org"
            }
        }
        + [
            TileEncoding(.jpeg, lossless: true), TileEncoding(.jpeg, progressive: true),
            TileEncoding(.png, palette: true), TileEncoding(.png, bits: 16),
            TileEncoding(.webp, lossless: true), TileEncoding(.avif, lossless: true),
            TileEncoding(.jxl, lossless: true),
        ].map { encoding in
            Case("special \(encoding.format) tiles") {
                $0.tiling.encoding = encoding
                $0.tiling.overlap = 0
                $0.tiling.tileSize = 256
            }
        }
        + TileFormat.all.map { format in
            Case("\(format) tiles with the profile") {
                $0.tiling.encoding = TileEncoding(format)
                $0.source.colour = .keep
            }
        }
        + Formats.standard.containers.filter { !$0.isFolder }.map { container in
            Case(container.name, layouts: container.defaultLayouts) { $0.container = container }
        }
        + ["png", "webp", "tif", "avif"].map { ending in
            Case("\(ending) source", source: ending)
        } + [
            Case("one file") { $0.pageAssets = .page },
            Case("shared scripts") { $0.pageAssets = .destination },
            Case("Leaflet", layouts: [.xyz]) { $0.viewer = .leaflet },
            Case("too small for tiles") { $0.threshold = 1000 },
            Case("bag") { $0.fixity = .bag },
            Case("turned") { $0.source.rotation = .quarter },
            Case("reduced") { $0.source.fit = PixelSize(square: 200) },
            Case("cut out") {
                $0.source.crop = PixelRegion(x: 16, y: 16, width: 200, height: 100)
                $0.tiling.encoding = TileEncoding(.jpeg, lossless: true)
            },
        ]

    @Test(arguments: cases)
    func `An export contains no private metadata`(_ wanted: Case) async throws {
        try await TemporaryFolder.with { folder in
            var options = Exporter.Options(layouts: wanted.layouts)
            wanted.change(&options)
            let file = try await Self.photograph(
                wanted.source, hasProfile: options.source.colour == .keep, in: folder)
            #expect(try !Self.privateWords(in: Data(contentsOf: file)).isEmpty)
            let exporter = Exporter(destination: folder["Output"].path, options: options)
            let result = try exporter.export(file.path)
            try exporter.writeGallery()
            // The metadata for visitors are in the export.
            #expect(result.manifest.settings.caption.creator == "Ann Exif")
            let files = try FolderListing.files(in: folder["Output"])
            #expect(files.count >= 4)
            for name in files {
                let bytes = try Data(contentsOf: folder["Output/\(name)"])
                #expect(Self.privateWords(in: bytes) == [], "\(name)")
            }
        }
    }

    /// On request, the source is copied unchanged. The negative control: the search finds private
    /// data in the copy.
    @Test func `Only a copy of the source contains private metadata`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.photograph("jpg", in: folder)
            var options = Exporter.Options(layouts: [.dzi])
            options.includesSource = true
            let exporter = Exporter(destination: folder["Output"].path, options: options)
            try exporter.export(file.path)
            let revealing = try FolderListing.files(in: folder["Output"]).filter {
                try !Self.privateWords(in: Data(contentsOf: folder["Output/\($0)"])).isEmpty
            }
            #expect(revealing == ["photo/original/photo.jpg"])
        }
    }

    /// Returns a photograph with a location and a camera in Exif and XMP.
    private static func photograph(
        _ ending: String, hasProfile: Bool = false, in folder: TemporaryFolder
    ) async throws -> URL {
        let picture = TestPicture(width: 304, height: 208)
        let jpeg = try await picture.write(to: folder["photo.jpg"], options: "strip")
        var segments = [
            MetadataSegments.exif(),
            MetadataSegments.xmp(
                "<dc:creator><rdf:Seq><rdf:li>Ann Exif</rdf:li></rdf:Seq></dc:creator>"),
        ]
        if hasProfile {
            let other = try await picture.write(to: folder["other.jpg"], options: "profile=p3")
            segments.append(try MetadataSegments.profile(of: other))
        }
        try MetadataSegments.insert(segments, into: jpeg)
        if ending == "jpg" { return jpeg }
        try await Vips.run("copy", jpeg.path, "photo.\(ending)", in: folder)
        return folder["photo.\(ending)"]
    }

    private static func layouts(with format: TileFormat) -> [any Layout] {
        Formats.standard.layouts.filter { $0.rules.formats.contains(format) }.map { layout in
            // A template layout without a template would fail to export.
            layout.name == "template"
                ? (try? layout.with(["naming": "{z}/{x}_{y}.{ext}"])) ?? layout : layout
        }
    }

    /// Returns the private data in some bytes.
    private static func privateWords(in bytes: Data) -> [String] {
        var latitude = Data()
        for number in MetadataSegments.latitude {
            withUnsafeBytes(of: number.littleEndian) { latitude.append(contentsOf: $0) }
        }
        let secrets = [
            MetadataSegments.place, MetadataSegments.serialNumber, MetadataSegments.thumbnail,
            "GPSLatitude", "52,31.2057N", "Maker\0",
        ]
        return secrets.filter { contains(Data($0.utf8), in: bytes) }
            + (contains(latitude, in: bytes) ? ["the latitude"] : [])
    }

    /// A search like `firstRange(of:)` that is fast in debug builds, because it looks for the first
    /// byte before it compares.
    private static func contains(_ words: Data, in bytes: Data) -> Bool {
        bytes.withUnsafeBytes { all in
            words.withUnsafeBytes { part in
                guard var place = all.baseAddress, let wanted = part.baseAddress else {
                    return false
                }
                let end = place + all.count
                while end - place >= part.count,
                    let next = memchr(place, Int32(part[0]), end - place - part.count + 1)
                {
                    if memcmp(next, wanted, part.count) == 0 { return true }
                    place = UnsafeRawPointer(next) + 1
                }
                return false
            }
        }
    }
}

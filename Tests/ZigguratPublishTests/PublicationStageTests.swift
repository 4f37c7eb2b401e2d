import Testing

@testable import ZigguratPublish

@Suite struct PublicationStageTests {
    @Test(
        arguments: [
            ("photo/dzi/photo_files/9/0_0.jpg", .tiles), ("photo/thumbnail.jpg", .tiles),
            ("photo/xyz/1/0/0.webp", .tiles), ("photo/photo.pmtiles", .tiles),
            ("photo/photo-dzi.zip", .tiles), ("photo/photo.szi", .tiles), ("photo/x", .tiles),
            ("photo/dzi/photo.dzi", .descriptors), ("photo/ziggurat.json", .descriptors),
            ("photo/iiif3/info.json", .descriptors),
            ("photo/zoomify/ImageProperties.xml", .descriptors),
            ("photo/tilemanager/imageInfo.plist", .descriptors),
            ("photo/ldo/README.txt", .descriptors),
            ("photo/dzi/viewer/view.js", .scripts), ("style.CSS", .scripts),
            ("photo/dzi/index.html", .pages), ("about.HTM", .pages), ("sub/index.html", .pages),
            ("index.html", .gallery), ("sitemap.xml", .gallery),
        ] as [(String, Publication.Stage)])
    func inADestination(path: String, stage: Publication.Stage) {
        #expect(Publication.Stage(of: path, in: .destination) == stage)
    }

    @Test("A bundle's page is not a gallery")
    func inABundle() {
        #expect(Publication.Stage(of: "index.html", in: .bundle) == .pages)
        #expect(Publication.Stage.allCases.first == .tiles)
        #expect(Publication.Stage.allCases.last == .gallery)
    }
}

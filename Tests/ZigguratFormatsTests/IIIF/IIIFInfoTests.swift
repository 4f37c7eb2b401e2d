import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("The info.json of both versions of the IIIF Image API")
struct IIIFInfoTests {
    @Test("Version 2 lists the sizes of an image whose levels all exist as whole images")
    func small2() throws {
        #expect(
            try info(IIIFLayout(.two), 775, 1024, tileSize: 256) == [
                "@context": "http://iiif.io/api/image/2/context.json",
                "@id": "https://example.org/maps/photo/iiif",
                "protocol": "http://iiif.io/api/image",
                "profile": ["http://iiif.io/api/image/2/level0.json"],
                "width": 775, "height": 1024,
                "sizes": [
                    ["width": 194, "height": 256], ["width": 388, "height": 512],
                    ["width": 775, "height": 1024],
                ],
                "tiles": [["width": 256, "height": 256, "scaleFactors": [1, 2, 4]]],
            ])
    }

    @Test("Version 2 limits the sizes of whole images for a large image")
    func large2() throws {
        #expect(
            try info(IIIFLayout(.two), 3509, 2506) == [
                "@context": "http://iiif.io/api/image/2/context.json",
                "@id": "https://example.org/maps/photo/iiif",
                "protocol": "http://iiif.io/api/image",
                "profile": [
                    "http://iiif.io/api/image/2/level0.json", ["maxWidth": 878, "maxHeight": 627],
                ],
                "width": 3509, "height": 2506,
                "tiles": [["width": 512, "height": 512, "scaleFactors": [1, 2, 4, 8]]],
            ])
    }

    @Test("Version 3 lists the sizes of an image whose levels all exist as whole images")
    func small3() throws {
        #expect(
            try info(IIIFLayout(.three), 775, 1024, tileSize: 256) == [
                "@context": "http://iiif.io/api/image/3/context.json",
                "id": "https://example.org/maps/photo/iiif3", "type": "ImageService3",
                "protocol": "http://iiif.io/api/image", "profile": "level0",
                "width": 775, "height": 1024,
                "sizes": [
                    ["width": 194, "height": 256], ["width": 388, "height": 512],
                    ["width": 775, "height": 1024],
                ],
                "tiles": [["width": 256, "height": 256, "scaleFactors": [1, 2, 4]]],
            ])
    }

    @Test("Version 3 states the rights of a large image")
    func large3() throws {
        let rights = "http://rightsstatements.org/vocab/NoC-US/1.0/"
        #expect(
            try info(IIIFLayout(.three), 3509, 2506, caption: Caption(rights: rights)) == [
                "@context": "http://iiif.io/api/image/3/context.json",
                "id": "https://example.org/maps/photo/iiif3", "type": "ImageService3",
                "protocol": "http://iiif.io/api/image", "profile": "level0",
                "width": 3509, "height": 2506, "maxWidth": 878, "maxHeight": 627,
                "rights": .text(rights),
                "tiles": [["width": 512, "height": 512, "scaleFactors": [1, 2, 4, 8]]],
            ])
    }

    @Test("At every size, the document matches the files", arguments: testSizes)
    func everySize(size: PixelSize) throws {
        for layout in [IIIFLayout(.two) as any Layout, IIIFLayout(.three)] {
            for tileSize in [256, 512, 2048] {
                let info = try info(layout, size.width, size.height, tileSize: tileSize)
                let pyramid = try layout.pyramid(size, tileSize: tileSize)
                let files = Set(BundlePaths(layout, pyramid).all)
                #expect(problems(info, size, tileSize, files) == [], "\(layout.name) \(tileSize)")
            }
        }
    }

    @Test("The checker detects faults")
    func negativeControls() throws {
        let size = PixelSize(width: 700, height: 300)
        let layout = IIIFLayout(.three)
        let files = Set(BundlePaths(layout, try layout.pyramid(size, tileSize: 256)).all)
        let good = try info(layout, 700, 300, tileSize: 256)
        #expect(problems(good, size, 256, files) == [])

        func broken(_ change: (inout JSON) -> Void) -> Bool {
            var info = good
            change(&info)
            return !problems(info, size, 256, files).isEmpty
        }
        #expect(broken { $0["width"] = 701 })
        #expect(broken { $0["sizes"] = [] })
        #expect(broken { $0["sizes"] = [["width": 700, "height": 300]] })
        #expect(broken { $0["id"] = "https://example.org/" })
        #expect(broken { $0["id"] = "photo" })
        #expect(broken { $0["tiles"] = [["width": 256, "height": 256, "scaleFactors": [1, 2]]] })
        #expect(broken { $0["tiles"] = [["width": 256, "scaleFactors": [1, 2, 4]]] })
        #expect(
            broken { $0["tiles"] = [["width": 512, "height": 512, "scaleFactors": [1, 2, 4]]] })
        #expect(broken { $0["maxWidth"] = 100 })
        #expect(!problems(good, size, 256, files.filter { !$0.contains("full/700,") }).isEmpty)
    }

    @Test("Names are escaped once as an address and once as JSON", arguments: oddNames)
    func names(name: String, encoded: String) throws {
        for (layout, key) in [(IIIFLayout(.two) as any Layout, "@id"), (IIIFLayout(.three), "id")] {
            let info = try info(layout, 10, 10, name: name)
            #expect(
                info[key]?.text == "https://example.org/maps/\(encoded)/\(layout.name)")
        }
    }

    @Test(
        "Slashes at the end of the base address are removed",
        arguments: [
            "https://example.org/maps", "https://example.org/maps/", "https://example.org/maps//",
        ])
    func baseAddress(baseURL: String) throws {
        let pyramid = try IIIFLayout(.three).pyramid(PixelSize(square: 1))
        let bundle = BundleDescription(layout: "iiif3", pyramid: pyramid, baseURL: baseURL)
        #expect(bundle.address == "https://example.org/maps/photo/iiif3")
        #expect(IIIFLayout(.three).notes(on: bundle).isEmpty)
    }

    @Test("A note reports a missing base address")
    func note() throws {
        let pyramid = try IIIFLayout(.three).pyramid(PixelSize(square: 1))
        let bundle = BundleDescription(layout: "iiif3", pyramid: pyramid)
        for layout in [IIIFLayout(.two), IIIFLayout(.three)] {
            #expect(layout.notes(on: bundle) == [.localAddresses])
        }
    }

    private func info(
        _ layout: any Layout, _ width: Int, _ height: Int, tileSize: Int? = nil,
        name: String = "photo", caption: Caption = Caption()
    ) throws -> JSON {
        let pyramid = try layout.pyramid(
            PixelSize(width: width, height: height), tileSize: tileSize, name: name)
        let bundle = BundleDescription(
            layout: layout.name, pyramid: pyramid, caption: caption,
            baseURL: "https://example.org/maps")
        return try JSON(try #require(try layout.descriptor("info.json", of: bundle)))
    }

    /// The differences of a service's document from the image and from the files.
    private func problems(
        _ info: JSON, _ image: PixelSize, _ tileSize: Int, _ files: Set<String>
    ) -> [String] {
        var problems: [String] = []
        let factors = ClientAddresses.scaleFactors(of: image, tileSize: tileSize)
        if info["width"] != .number(image.width) || info["height"] != .number(image.height) {
            problems.append("size")
        }
        let id = info["id"]?.text ?? info["@id"]?.text ?? ""
        if !id.hasPrefix("https://") || id.hasSuffix("/") { problems.append("id \(id)") }
        if info["tiles"]
            != [
                [
                    "width": .number(tileSize), "height": .number(tileSize),
                    "scaleFactors": .list(factors.map { .number($0) }),
                ]
            ]
        {
            problems.append("tiles")
        }
        let limits = info["profile"]?[1] ?? info
        if let sizes = info["sizes"] {
            let expected = factors.reversed().map { factor -> (width: Int, height: Int) in
                ((image.width + factor - 1) / factor, (image.height + factor - 1) / factor)
            }
            if sizes
                != .list(
                    expected.map { ["width": .number($0.width), "height": .number($0.height)] })
            {
                problems.append("sizes")
            }
            for size in expected
            where !files.contains("full/\(size.width),\(size.height)/0/default.jpg") {
                problems.append("no whole image of \(size)")
            }
            if limits["maxWidth"] != nil { problems.append("a limit, and every size is there") }
        } else {
            let width = limits["maxWidth"]?.number ?? 0
            let height = limits["maxHeight"]?.number ?? 0
            if width < min(tileSize, image.width) || height < min(tileSize, image.height) {
                problems.append("tiles above the limit")
            }
            if width >= image.width && height >= image.height { problems.append("no limit") }
        }
        if !files.contains("full/max/0/default.jpg") { problems.append("no full/max") }
        return problems
    }
}

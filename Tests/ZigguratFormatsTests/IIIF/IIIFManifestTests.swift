import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("The Presentation 3 manifest")
struct IIIFManifestTests {
    @Test("The manifest of a version 3 service has the expected content")
    func document() throws {
        let base = "https://example.org/maps/photo/iiif3"
        let service: JSON = [
            ["id": .text(base), "type": "ImageService3", "profile": "level0"]
        ]
        let thumbnail: JSON = [
            "id": .text("\(base)/full/439,314/0/default.jpg"), "type": "Image",
            "format": "image/jpeg", "width": 439, "height": 314,
        ]
        let caption = Caption(
            title: "The harbour", description: "From the hill", attribution: "City archive",
            rights: "http://creativecommons.org/licenses/by/4.0/")
        #expect(
            try manifest(IIIFLayout(.three), 3509, 2506, caption: caption) == [
                "@context": "http://iiif.io/api/presentation/3/context.json",
                "id": .text("\(base)/manifest.json"), "type": "Manifest",
                "label": ["none": ["The harbour"]], "summary": ["none": ["From the hill"]],
                "requiredStatement": [
                    "label": ["en": ["Attribution"]], "value": ["none": ["City archive"]],
                ],
                "rights": "http://creativecommons.org/licenses/by/4.0/",
                "thumbnail": [thumbnail],
                "items": [
                    [
                        "id": .text("\(base)/canvas/1"), "type": "Canvas", "width": 3509,
                        "height": 2506, "thumbnail": [thumbnail],
                        "items": [
                            [
                                "id": .text("\(base)/canvas/1/page/1"), "type": "AnnotationPage",
                                "items": [
                                    [
                                        "id": .text("\(base)/canvas/1/annotation/1"),
                                        "type": "Annotation", "motivation": "painting",
                                        "target": .text("\(base)/canvas/1"),
                                        "body": [
                                            "id": .text("\(base)/full/max/0/default.jpg"),
                                            "type": "Image", "format": "image/jpeg", "width": 878,
                                            "height": 627, "service": service,
                                        ],
                                    ]
                                ],
                            ]
                        ],
                    ]
                ],
            ])
    }

    @Test("The manifest names the service of version 2")
    func version2() throws {
        let manifest = try manifest(IIIFLayout(.two), 300, 200)
        #expect(
            body(of: manifest)?["service"] == [
                [
                    "@id": "https://example.org/maps/photo/iiif", "@type": "ImageService2",
                    "profile": "http://iiif.io/api/image/2/level0.json",
                ]
            ])
        #expect(
            body(of: manifest)?["id"]
                == "https://example.org/maps/photo/iiif/full/full/0/default.jpg")
    }

    @Test("Missing captions are omitted")
    func withoutCaption() throws {
        let members = try manifest(IIIFLayout(.three), 300, 200).members ?? [:]
        #expect(
            members.keys.sorted() == ["@context", "id", "items", "label", "thumbnail", "type"])
        #expect(members["label"] == ["none": ["photo"]])
    }

    /// `rights` may contain only addresses of Creative Commons and RightsStatements.org, in their
    /// canonical form. Other rights become a metadata entry.
    @Test(
        "Only addresses of known licences are `rights`",
        arguments: [
            ("http://creativecommons.org/licenses/by/4.0/", "licenses/by/4.0/"),
            ("https://creativecommons.org/licenses/by-sa/4.0", "licenses/by-sa/4.0/"),
            ("https://www.creativecommons.org/licenses/by/3.0/de/deed.de", "licenses/by/3.0/de/"),
            ("https://CreativeCommons.org/licenses/by/4.0/legalcode#s2", "licenses/by/4.0/"),
            ("https://creativecommons.org/publicdomain/zero/1.0/?a", "publicdomain/zero/1.0/"),
            ("https://rightsstatements.org/vocab/InC/1.0/", "vocab/InC/1.0/"),
            ("https://rightsstatements.org/page/InC/1.0/?language=de", "vocab/InC/1.0/"),
            ("https://creativecommons.org/licenses/", nil),
            ("https://creativecommons.org/about/x", nil),
            ("https://example.org/licenses/by/4.0/", nil),
            ("ftp://creativecommons.org/licenses/by", nil),
            ("© City archive", nil), ("https://creativecommons.org/licenses/ by/4.0/", nil),
            ("https://creativecommons.org/licenses/deed.en", nil), ("", nil),
        ])
    func rights(text: String, canonical: String?) throws {
        let host = text.contains("statements") ? "rightsstatements" : "creativecommons"
        let expected = canonical.map { JSON.text("http://\(host).org/\($0)") }
        for layout in [IIIFLayout(.two) as any Layout, IIIFLayout(.three)] {
            let manifest = try manifest(layout, 30, 20, caption: Caption(rights: text))
            #expect(manifest["rights"] == expected)
            let fact: JSON = [["label": ["en": ["Rights"]], "value": ["none": [.text(text)]]]]
            #expect(manifest["metadata"] == (canonical == nil ? fact : nil))
        }
        let bundle = try bundle(IIIFLayout(.three), 30, 20, caption: Caption(rights: text))
        let info = try JSON(
            try #require(try IIIFLayout(.three).descriptor("info.json", of: bundle)))
        #expect(info["rights"] == expected)
    }

    @Test("@context comes first")
    func contextFirst() throws {
        for layout in [IIIFLayout(.two) as any Layout, IIIFLayout(.three)] {
            for file in try layout.descriptors(of: bundle(layout, 300, 200)) {
                let text = String(decoding: file.bytes, as: UTF8.self)
                #expect(text.hasPrefix("{\n  \"@context\" : \"http://iiif.io/api/"), "\(file.path)")
                #expect(text.hasSuffix("}\n"))
            }
        }
    }

    @Test("At every size, the manifest is valid and its images exist", arguments: testSizes)
    func everySize(size: PixelSize) throws {
        for layout in [IIIFLayout(.two) as any Layout, IIIFLayout(.three)] {
            let manifest = try manifest(layout, size.width, size.height)
            let files = BundlePaths(layout, try layout.pyramid(size)).all
            #expect(problems(manifest, size, layout, files: Set(files)) == [], "\(layout.name)")
        }
    }

    @Test("Names and captions are escaped", arguments: oddNames)
    func names(name: String, encoded: String) throws {
        let caption = Caption(description: "1 \(name)", attribution: "2 \(name)")
        let manifest = try manifest(IIIFLayout(.three), 30, 20, name: name, caption: caption)
        #expect(manifest["label"] == ["none": [.text(name)]])
        #expect(manifest["summary"] == ["none": [.text("1 \(name)")]])
        #expect(manifest["requiredStatement"]?["value"] == ["none": [.text("2 \(name)")]])
        #expect(
            manifest["items"]?[0]?["id"]?.text
                == "https://example.org/maps/\(encoded)/iiif3/canvas/1")
    }

    @Test("The checker detects faults")
    func negativeControls() throws {
        let layout = IIIFLayout(.three)
        let size = PixelSize(width: 300, height: 200)
        let files = Set(BundlePaths(layout, try layout.pyramid(size)).all)
        let good = try manifest(layout, 300, 200)
        #expect(problems(good, size, layout, files: files) == [])

        func broken(_ change: (inout JSON) -> Void) -> Bool {
            var manifest = good
            change(&manifest)
            return !problems(manifest, size, layout, files: files).isEmpty
        }
        #expect(broken { $0["type"] = "Collection" })
        #expect(broken { $0["label"] = "photo" })
        #expect(broken { $0["items"] = [] })
        #expect(broken { $0["id"] = "manifest.json" })
        #expect(broken { $0["items"]?[0]?["width"] = 301 })
        #expect(broken { $0["items"]?[0]?["id"] = "https://example.org/#canvas" })
        #expect(broken { $0["items"]?[0]?["items"]?[0]?["items"]?[0]?["motivation"] = "linking" })
        #expect(broken { $0["items"]?[0]?["items"]?[0]?["items"]?[0]?["target"] = "https://b" })
        #expect(
            broken {
                $0["items"]?[0]?["items"]?[0]?["items"]?[0]?["body"]?["service"]?[0]?["@context"] =
                    "http://iiif.io/api/image/3/context.json"
            })
        #expect(problems(good, size, layout, files: []) != [])
    }

    private func bundle(
        _ layout: any Layout, _ width: Int, _ height: Int, name: String = "photo",
        caption: Caption = Caption()
    ) throws -> BundleDescription {
        BundleDescription(
            layout: layout.name,
            pyramid: try layout.pyramid(PixelSize(width: width, height: height), name: name),
            caption: caption, baseURL: "https://example.org/maps")
    }

    private func manifest(
        _ layout: any Layout, _ width: Int, _ height: Int, name: String = "photo",
        caption: Caption = Caption()
    ) throws -> JSON {
        let bundle = try bundle(layout, width, height, name: name, caption: caption)
        return try JSON(try #require(try layout.descriptor("manifest.json", of: bundle)))
    }

    private func body(of manifest: JSON) -> JSON? {
        manifest["items"]?[0]?["items"]?[0]?["items"]?[0]?["body"]
    }

    /// The differences of a manifest from the smallest form, from the image and from the existing
    /// files.
    private func problems(
        _ manifest: JSON, _ image: PixelSize, _ layout: any Layout, files: Set<String>
    ) -> [String] {
        let canvas = manifest["items"]?[0]
        let page = canvas?["items"]?[0]
        let annotation = page?["items"]?[0]
        let base = "https://example.org/maps/photo/\(layout.name)/"
        var problems: [String] = []
        func expect(_ holds: Bool, _ problem: String) { if !holds { problems.append(problem) } }

        let types = [manifest, canvas, page, annotation].map { $0?["type"]?.text }
        expect(types == ["Manifest", "Canvas", "AnnotationPage", "Annotation"], "types")
        expect(manifest["label"]?.members?.values.allSatisfy { $0.items != nil } == true, "label")
        let ids = [manifest, canvas, page, annotation].map { $0?["id"]?.text ?? "" }
        expect(ids.allSatisfy { $0.hasPrefix("https://") && !$0.contains("#") }, "ids")
        expect(Set(ids).count == 4, "ids twice")
        expect(canvas?["width"] == .number(image.width), "width")
        expect(canvas?["height"] == .number(image.height), "height")
        expect(annotation?["motivation"] == "painting", "motivation")
        expect(annotation?["target"] == canvas?["id"], "target")
        let thumbnails = [manifest["thumbnail"]?[0], canvas?["thumbnail"]?[0]]
        for picture in [annotation?["body"]] + thumbnails {
            let id = picture?["id"]?.text ?? ""
            expect(id.hasPrefix(base) && files.contains(String(id.dropFirst(base.count))), id)
        }
        // With a service, a client would request a thumbnail of a size that does not exist.
        expect(thumbnails.allSatisfy { $0?["service"] == nil }, "thumbnail")
        let service = annotation?["body"]?["service"]?[0]
        expect(service != nil && service?["@context"] == nil, "service")
        expect((service?["id"] ?? service?["@id"])?.text.map { $0 + "/" } == base, "address")
        return problems
    }
}

import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Names of one's own")
struct TemplateLayoutTests {
    private static func check(
        _ template: String, scales: [Int] = [1], size: PixelSize = PixelSize(square: 3000),
        name: String = "photo"
    ) throws(ZigguratError) {
        let layout = try TemplateLayout(template, scales: scales)
        try layout.check(
            layout.pyramids(with: try layout.pyramid(name: name, imageSize: size)))
    }

    @Test("300 × 200 pixels, written out")
    func paths() throws {
        let layout = try TemplateLayout("{name}/{z:02}/{x}_{y}{scale}.{ext}", scales: [1, 2])
        let pyramid = try layout.pyramid(
            name: "photo", imageSize: PixelSize(width: 600, height: 200))
        #expect(
            layout.pyramids(with: pyramid).flatMap(\.tiles).map { layout.naming.path(of: $0) } == [
                "photo/00/0_0@2x.jpg", "photo/01/0_0@2x.jpg", "photo/01/1_0@2x.jpg",
                "photo/00/0_0.jpg", "photo/01/0_0.jpg", "photo/01/1_0.jpg",
            ])
    }

    @Test(
        "templates that tell all tiles apart",
        arguments: [
            "{z}/{x}/{y}.{ext}", "{z}-{x:03}{y:03}.{ext}", "q{quadkey}.{ext}", "{number}.{ext}",
            "{factor}/{left}x{top}.{ext}", "{name}_{scale1000}_{x}_{y}.png", "tiles/{number:08}",
        ])
    func good(template: String) {
        #expect(throws: Never.self) { try Self.check(template) }
    }

    /// The whole message: it names the place, two tiles, and the remedy.
    @Test(
        "two tiles with one path",
        arguments: [
            (
                "{z}/{x}.{ext}", 5,
                "“1/0.jpg”: level 1, column 0, row 0 and level 1, column 0, row 1",
                "tell them apart with {y}"
            ),
            (
                "{x}/{y}.{ext}", 5,
                "“0/0.jpg”: level 0, column 0, row 0 and level 1, column 0, row 0",
                "tell them apart with {z}"
            ),
            (
                "{z}/{y}.{ext}", 5,
                "“1/0.jpg”: level 1, column 0, row 0 and level 1, column 1, row 0",
                "tell them apart with {x}"
            ),
            (
                "{z}/{x}{y}", 5, "“4/101”: level 4, column 10, row 1 and level 4, column 1, row 01",
                "put something between {x} and what stands beside it"
            ),
            (
                "photo.{ext}", 1,
                "“photo.jpg”: level 0, column 0, row 0 and level 1, column 0, row 0",
                "tell them apart with {z}"
            ),
        ])
    func clash(template: String, position: Int, tiles: String, remedy: String) throws {
        // The fourth one is ambiguous only from the tenth column on, in whatever order.
        let error = #expect(throws: ZigguratError.self) { try Self.check(template) }
        let text = try #require(error?.description)
        #expect(text.hasPrefix("naming “\(template)”, character \(position): two tiles would be “"))
        #expect(text.hasSuffix("; \(remedy)"))
        if template != "{z}/{x}{y}" { #expect(text.contains(tiles)) }
        #expect(!text.contains("\n"))
    }

    @Test("two densities with one path")
    func densities() {
        let error = #expect(throws: ZigguratError.self) {
            try Self.check("{z}/{x}/{y}.{ext}", scales: [1, 2])
        }
        #expect(
            error?.description == "naming “{z}/{x}/{y}.{ext}”, character 9: two tiles would be "
                + "“0/0/0.jpg”: level 0, column 0, row 0 at the scale 2 and level 0, column 0, "
                + "row 0 at the scale 1; tell them apart with {scale}")
    }

    static let unwritable: [(template: String, message: String)] = [
        ("{z}/{scale}/{x}-{y}", "character 5: the path “0//0-0” has “” for a name"),
        ("{z}/.{scale}/{x}-{y}", "character 5: the path “0/./0-0” has “.” for a name"),
        ("{z}/..{scale}/{x}-{y}", "character 5: the path “0/../0-0” has “..” for a name"),
        (
            "é/" + String(repeating: "a", count: 250) + "{z:04}-{x}-{y}",
            "character 3: “aaaaaaaaaaaaaaaaaaaa…” is too long for a name, 258 bytes"
        ),
        (
            "viewer/{z}/{x}-{y}",
            "character 1: “viewer/0/0-0” stands in the way of the bundle's page"
        ),
        ("viewer{scale}/{number}", "character 1: “viewer/0” stands in the way"),
        (
            String(repeating: String(repeating: "a", count: 200) + "/", count: 16) + "{number}",
            "character 1: a path of 3217 bytes is too long"
        ),
    ]

    @Test("paths that cannot be written", arguments: unwritable)
    func bad(template: String, message: String) throws {
        let error = #expect(throws: ZigguratError.self) { try Self.check(template) }
        #expect(error?.code == .invalidOptions)
        let text = try #require(error?.description)
        #expect(text.hasPrefix("naming “\(template)”, \(message)"))
    }

    @Test("a page of its own name is only one for an image of a single tile")
    func page() {
        let error = #expect(throws: ZigguratError.self) {
            try Self.check("index.html", size: PixelSize(square: 10))
        }
        #expect(error?.problem.contains("stands in the way") == true)
        #expect(throws: Never.self) { try Self.check("photo", size: PixelSize(square: 10)) }
    }

    @Test("the layout without a template is refused before anything is done")
    func missing() throws {
        let layout = try #require(Formats.standard.layout(named: "template"))
        let error = #expect(throws: ZigguratError.self) { try layout.check([]) }
        #expect(
            error?.description == "the layout template has no names for its tiles; write them with "
                + "--naming, as in --naming '{name}/{z}/{x}_{y}{scale}.{ext}'")
        let chosen = try layout.with(["naming": "{number}", "scales": "1"])
        #expect(throws: Never.self) { try chosen.check([]) }
        #expect(chosen.settingTexts == ["naming": "{number}", "scales": "1"])
        #expect(throws: ZigguratError.self) { try layout.with(["naming": "{w}"]) }
    }
}

@Suite("Settings of layouts")
struct LayoutSettingsTests {
    @Test("each goes to the layouts that have it")
    func applied() throws {
        let layouts = try Formats.standard.configured(
            [.dzi, .xyz, .google, .zoomify],
            with: ["zoomify-rounding": "ceil", "scales": "1,2"])
        #expect(
            layouts.map(\.settingTexts) == [
                ["dzi-forms": "xml"], ["scales": "1,2"],
                ["centre": "false", "scales": "1,2"],
                ["zoomify-rounding": "ceil"],
            ])
    }

    @Test(
        "A setting that no layout has is rejected",
        arguments: [
            ("naming", ["template"]), ("zoomify-rounding", ["zoomify"]),
            ("scales", ["xyz", "google", "ldo", "template"]), ("colour", []),
        ])
    func refused(name: String, owners: [String]) {
        let error = #expect(throws: ZigguratError.self) {
            try Formats.standard.configured([.dzi, .tms], with: [name: "x"])
        }
        #expect(
            error?.reason as? LayoutFailure == .unusedSetting(name, layouts: owners))
    }

    @Test("every layout gives back what it is given")
    func roundTrip() throws {
        for layout in Formats.standard.layouts where layout.name != "template" {
            #expect(try layout.with(layout.settingTexts).settingTexts == layout.settingTexts)
        }
    }
}

import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Names by a template")
struct TemplateLayoutTests {
    private static func check(
        _ template: String, scales: [Int] = [1], size: PixelSize = PixelSize(square: 3000),
        name: String = "photo"
    ) throws(ZigguratError) {
        let layout = try TemplateLayout(template, scales: scales)
        try layout.check(
            layout.pyramids(with: try layout.pyramid(name: name, imageSize: size)))
    }

    @Test("A template with two densities has the expected paths")
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
        "A template with a path for each tile is accepted",
        arguments: [
            "{z}/{x}/{y}.{ext}", "{z}-{x:03}{y:03}.{ext}", "q{quadkey}.{ext}", "{number}.{ext}",
            "{factor}/{left}x{top}.{ext}", "{name}_{scale1000}_{x}_{y}.png", "tiles/{number:08}",
        ])
    func good(template: String) {
        #expect(throws: Never.self) { try Self.check(template) }
    }

    @Test(
        "Two tiles with one path are rejected",
        arguments: [
            ("{z}/{x}.{ext}", 5, "{y}", false), ("{x}/{y}.{ext}", 5, "{z}", false),
            ("{z}/{y}.{ext}", 5, "{x}", false), ("{z}/{x}{y}", 5, "{x}", true),
            ("photo.{ext}", 1, "{z}", false),
        ])
    func clash(template: String, position: Int, placeholder: String, isUsed: Bool) throws {
        let error = #expect(throws: ZigguratError.self) { try Self.check(template) }
        let failure = try #require(error?.reason as? NamingError)
        #expect(failure.position == position)
        guard case .duplicatePath(_, let tiles, _, let word, let hasWord) = failure.kind
        else { return #expect(Bool(false), "\(failure)") }
        #expect(word == placeholder && hasWord == isUsed && tiles[0] != tiles[1])
    }

    @Test("Two densities with one path are rejected")
    func densities() {
        let error = #expect(throws: ZigguratError.self) {
            try Self.check("{z}/{x}/{y}.{ext}", scales: [1, 2])
        }
        let tile = Tile.Address(level: 0, column: 0, row: 0)
        #expect(
            error?.reason as? NamingError
                == NamingError(
                    .duplicatePath(
                        "0/0/0.jpg", [tile, tile], densities: [2, 1], placeholder: "{scale}",
                        isUsed: false), position: 9))
    }

    static let unwritable: [(template: String, position: Int, problem: NamingError.Kind)] = [
        ("{z}/{scale}/{x}-{y}", 5, .emptyName),
        ("{z}/.{scale}/{x}-{y}", 5, .relativeName(".")),
        ("{z}/..{scale}/{x}-{y}", 5, .relativeName("..")),
        (".tiles/{z}/{x}-{y}", 1, .hiddenName(".tiles")),
        ("{z}/.{x}-{y}", 5, .hiddenName(".0-0")),
        (
            "é/" + String(repeating: "a", count: 250) + "{z:04}-{x}-{y}", 3,
            .nameTooLong(bytes: 258, limit: 255)
        ),
        ("viewer/{z}/{x}-{y}", 1, .reservedPath("viewer/0/0-0")),
        ("viewer{scale}/{number}", 1, .reservedPath("viewer/0")),
        (
            String(repeating: String(repeating: "a", count: 200) + "/", count: 16) + "{number}", 1,
            .pathTooLong(bytes: 3217, limit: 3000)
        ),
    ]

    @Test("Paths that cannot be written are rejected", arguments: unwritable)
    func bad(template: String, position: Int, problem: NamingError.Kind) throws {
        let error = #expect(throws: ZigguratError.self) { try Self.check(template) }
        #expect(error?.reason as? NamingError == NamingError(problem, position: position))
        #expect(error?.subject == template)
    }

    @Test("The path index.html is valid only for a single tile")
    func page() {
        let error = #expect(throws: ZigguratError.self) {
            try Self.check("index.html", size: PixelSize(square: 10))
        }
        #expect(
            error?.reason as? NamingError
                == NamingError(.reservedPath("index.html"), position: 1))
        #expect(throws: Never.self) { try Self.check("photo", size: PixelSize(square: 10)) }
    }

    @Test("The layout without a template is rejected before an export")
    func missing() throws {
        let layout = try #require(Formats.standard.layout(named: "template"))
        let error = #expect(throws: ZigguratError.self) { try layout.check([]) }
        #expect(
            error?.reason as? LayoutError
                == .missingTemplate(example: "{name}/{z}/{x}_{y}{scale}.{ext}"))
        let chosen = try layout.with(["naming": "{number}", "scales": "1"])
        #expect(throws: Never.self) { try chosen.check([]) }
        #expect(chosen.settingTexts == ["naming": "{number}", "scales": "1"])
        #expect(throws: ZigguratError.self) { try layout.with(["naming": "{w}"]) }
    }
}

@Suite("Settings of layouts")
struct LayoutSettingsTests {
    @Test("Each setting is applied to the layouts that support it")
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
        "A setting that no layout supports is rejected",
        arguments: [
            ("naming", ["template"]), ("zoomify-rounding", ["zoomify"]),
            ("scales", ["xyz", "google", "ldo", "template"]), ("colour", []),
        ])
    func refused(name: String, owners: [String]) {
        let error = #expect(throws: ZigguratError.self) {
            try Formats.standard.configured([.dzi, .tms], with: [name: "x"])
        }
        #expect(
            error?.reason as? LayoutError == .unusedSetting(name, layouts: owners))
    }

    @Test("Every layout keeps its settings")
    func roundTrip() throws {
        for layout in Formats.standard.layouts where layout.name != "template" {
            #expect(try layout.with(layout.settingTexts).settingTexts == layout.settingTexts)
        }
    }
}

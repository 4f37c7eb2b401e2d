import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("The requests that each layout supports")
struct LayoutOptionTests {
    /// The supported options of each layout, as documented.
    private static let allowed: [String: Set<String>] = [
        "dzi": ["limits", "overlap"],
        "xyz": ["depth", "limits", "oblong", "pad", "scales"],
        "tms": ["depth", "limits", "oblong", "pad"],
        "google": ["depth", "limits", "oblong", "pad", "scales", "centre"],
        "zoomify": ["zoomify-rounding"],
        "iiif": ["oblong"],
        "iiif3": ["oblong"],
        // Whatever the tile size, each level is one image.
        "legacy": ["depth", "limits", "oblong"],
        "single": ["oblong"],
        "photoscroller": ["depth", "oblong"],
        "tilemanager": ["depth", "oblong", "screen"],
        "jctiled": ["depth", "oblong"],
        "ldo": ["depth", "oblong", "scales"],
        "catiledlayer": ["oblong"],
        "template": ["depth", "limits", "oblong", "overlap", "pad", "scales", "naming"],
    ]

    @Test("A layout accepts only the options that it supports")
    func options() throws {
        #expect(Set(Self.allowed.keys) == Set(Formats.standard.layouts.map(\.name)))
        for layout in Formats.standard.layouts {
            let requests: [(String, Tiling.Request, Pyramid.LevelRequest)] = [
                ("depth", Tiling.Request(), Pyramid.LevelRequest(depth: .levels(3))),
                ("limits", Tiling.Request(), Pyramid.LevelRequest(minimumLevel: 1)),
                ("limits", Tiling.Request(), Pyramid.LevelRequest(maximumLevel: 2)),
                ("oblong", Tiling.Request(tileSize: 256, tileHeight: 128), Pyramid.LevelRequest()),
                ("overlap", Tiling.Request(overlap: 2, edge: .crop), Pyramid.LevelRequest()),
                ("pad", Tiling.Request(overlap: 0, edge: .pad), Pyramid.LevelRequest()),
            ]
            var found = Set(layout.settingTexts.keys).subtracting(["dzi-forms"])
            for (name, tiling, levels) in requests {
                let isTaken = (try? layout.check(tiling, levels)) != nil
                #expect(
                    isTaken == Self.allowed[layout.name]?.contains(name),
                    "\(layout.name): \(name)")
                if isTaken { found.insert(name) }
            }
            #expect(found == Self.allowed[layout.name], "\(layout.name)")
        }
    }

    @Test("A number of levels includes full resolution")
    func exactLevels() throws {
        for layout in Formats.standard.layouts
        where Self.allowed[layout.name]?.contains("depth") == true {
            for count in [1, 2, 5, 11] {
                let pyramid = try layout.pyramid(
                    name: "photo", imageSize: PixelSize(width: 1000, height: 700),
                    levels: Pyramid.LevelRequest(depth: .levels(count)))
                #expect(pyramid.levels.map(\.index) == Array(0..<count), "\(layout.name)")
                #expect(pyramid.levels.last?.scaleFactor == 1)
            }
        }
    }
}

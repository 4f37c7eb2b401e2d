import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite struct `Abilities of layouts and containers` {
    private static let imageSize = PixelSize(width: 700, height: 500)

    /// What code outside the layout sees of each ability, by the member of ``LayoutAbilities``.
    private static let views: [String: @Sendable (any Layout) throws -> String] = [
        "descriptors": { try $0.descriptors(of: bundle($0)).map(\.path).description },
        // Pages link to the manifest of the base layout.
        "presentationManifest": { "\($0.presentationManifest ?? "")" },
        "paths": { layout in
            try pyramid(layout).tiles.map { layout.files(of: $0) }.description
        },
        "wholeImages": { try $0.wholeImages(of: pyramid($0)).map(\.paths).description },
        "levels": { try pyramid($0).levels.count.description },
        "furtherPyramids": { try $0.companions(of: pyramid($0)).map(\.density).description },
        "book": { $0.abilities.book?.bookDocument ?? "" },
        "settings": { try $0.with(["digits": "7"]).settingTexts.description },
        "check": { layout in
            do { try layout.check([]) } catch { return "\(error)" }
            return ""
        },
        "notes": { try $0.notes(on: bundle($0)).description },
        "findPyramids": { try $0.pyramids(in: FolderFiles("/")).count.description },
        "otherPaths": { layout in
            let paths = TilePaths(of: layout)
            return try pyramid(layout).tiles.map { paths.otherPaths(of: $0) }.description
        },
        "alternative": { $0.abilities.alternative?.name ?? "" },
    ]

    /// The abilities that an alternative layout does not share with its base.
    private static let own = ["presentationManifest", "alternative"]

    @Test func `An alternative layout has each ability of its base layout`() throws {
        let base = AbleLayout()
        let alternative = base.alternative(in: .webp)
        #expect(Members(base.abilities).missing == ["alternative"])
        #expect(Members(alternative.abilities).missing == [])
        // A new ability needs a view.
        #expect(Members(base.abilities).all == Set(Self.views.keys))
        for (member, view) in Self.views {
            let (seen, isShared) = (try view(base), !Self.own.contains(member))
            #expect(try (view(alternative) == seen) == isShared, "\(member)")
            // The control: each view of a layout without abilities differs.
            let plain = try view(PlainLayout())
            #expect((plain == seen) == (member == "alternative"), "\(member)")
        }
        #expect(try Self.views["alternative"]?(alternative) == "able-webp")
        let changed = try alternative.with(["digits": "7"])
        #expect(changed.abilities.alternative?.name == "able-webp")
        #expect(changed.settingTexts == ["digits": "7"])
    }

    @Test(arguments: Formats.standard.layouts.map(\.name))
    func `An alternative of a built-in layout has its abilities`(name: String) throws {
        let base = try #require(Formats.standard.layout(named: name))
        let missing = Members(base.alternative(in: .avif).abilities).missing
        #expect(missing == Members(base.abilities).missing.subtracting(["alternative"]))
        #expect(base.abilities.alternative == nil)
    }

    /// The control: a layout that forwards abilities one by one.
    @Test func `A forgotten ability is found`() {
        let forwarded = LayoutAbilities {
            let base = AbleLayout().abilities
            ($0.descriptors, $0.paths, $0.settings) = (base.descriptors, base.paths, base.settings)
        }
        #expect(Members(forwarded).missing.isSuperset(of: ["notes", "otherPaths", "check"]))
        #expect(!Members(forwarded).missing.contains("settings"))
    }

    @Test func `A format that conforms to the protocol of an ability returns the ability`() {
        for layout in Formats.standard.layouts {
            let abilities = layout.abilities
            #expect((layout is any ConfigurableLayout) == (abilities.settings != nil))
            #expect((layout is any BookDescribing) == (abilities.book != nil))
        }
        for format in Formats.standard.containers {
            let abilities = format.abilities
            #expect((format is any ContainerReader) == (abilities.reader != nil))
            #expect((format is any MapContainerFormat) == (abilities.maps != nil))
            #expect((format is any RangeReadableContainer) == (abilities.ranges != nil))
            #expect(abilities.reader.map { $0.name == format.name } != false)
            #expect((format is FolderFormat) == abilities.isPlainFolder)
        }
        #expect(Formats.standard.containers.filter { $0.abilities.reader != nil }.count == 4)
    }

    private static func pyramid(_ layout: any Layout) throws -> Pyramid {
        try layout.pyramid(name: "photo", imageSize: imageSize)
    }

    private static func bundle(_ layout: any Layout) throws -> BundleDescription {
        BundleDescription(layout: "able", pyramid: try pyramid(layout))
    }
}

/// The members of a value that are optional, and those that are `nil`.
private struct Members {
    private(set) var all: Set<String> = []
    private(set) var missing: Set<String> = []

    init(_ abilities: LayoutAbilities) {
        for member in Mirror(reflecting: abilities).children {
            let value = Mirror(reflecting: member.value)
            guard let name = member.label, value.displayStyle == .optional else { continue }
            all.insert(name)
            if value.children.isEmpty { missing.insert(name) }
        }
    }
}

/// A layout without abilities.
private struct PlainLayout: Layout {
    let name = "plain"
    let summary = "a layout without abilities"
    let naming: any NamingStrategy = .template("{z}/{x}/{y}.tile")
}

/// A layout with every ability.
private struct AbleLayout: ConfigurableLayout, BookDescribing {
    struct Settings: Codable, Hashable {
        @CodedAsText var digits: Int
    }

    let name = "able"
    let summary = "a layout with every ability"
    let naming: any NamingStrategy = .template("{z}/{x}/{y}.tile")
    var settings = Settings(digits: 1)
    let bookDocument = "book.json"

    init() {}
    init(settings: Settings) throws(ZigguratError) { self.settings = settings }

    var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = { _ in [BundleFile(path: "size.txt", bytes: [])] }
            $0.presentationManifest = "manifest.json"
            $0.paths = { [naming.path(of: $0), "alias-\($0.number)"] }
            $0.wholeImages = { [WholeImage(level: $0.levels[0], paths: ["small.jpg"])] }
            $0.levels = { _, _ in PyramidShape(depth: .levels(1)) }
            $0.furtherPyramids = { [$0.atDensity(1)] }
            $0.book = self
            $0.settings = self
            $0.check = { _ throws(ZigguratError) in
                throw ZigguratError(LayoutError.densitiesOfDeepSamples)
            }
            $0.notes = { _ in [.localAddresses] }
            $0.findPyramids = { _ in [.failure(ZigguratError(LayoutError.overlapOfPaddedTiles))] }
            $0.otherPaths = { ["other-\($0.number)"] }
        }
    }

    func makeBookDocument(of book: BookDescription) throws(ZigguratError) -> BundleFile {
        BundleFile(path: bookDocument, bytes: [])
    }
}

@Suite struct `Casts of layouts and containers` {
    /// The types that are layouts, containers or container formats, by their declarations.
    private static func types(in sources: [String]) -> Set<String> {
        let declaration = /(?:struct|class|enum|protocol|extension) (\w+):\s*([\w\s,.]+?)\s*\{/
        let conformances = sources.flatMap { text in
            text.matches(of: declaration).map { match in
                (name: String(match.1), protocols: match.2.split { !$0.isLetter }.map(String.init))
            }
        }
        var types: Set = ["Layout", "Container", "ContainerFormat"]
        while true {
            let found = conformances.filter { !types.isDisjoint(with: $0.protocols) }.map(\.name)
            guard !types.isSuperset(of: found) else { return types }
            types.formUnion(found)
        }
    }

    private static func casts(in sources: [String], to types: Set<String>) -> [String] {
        sources.flatMap { text in
            text.split(separator: "\n").filter { !$0.contains("//") }.flatMap { line in
                line.matches(of: /\b(?:as[?!]|is) (?:any )?(\w+)/).map { String($0.1) }
            }
        }.filter(types.contains)
    }

    @Test func `Abilities are asked for, and not found by casts`() throws {
        let folder = Repository.root.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let sources = try paths.filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        let types = Self.types(in: sources)
        #expect(types.isSuperset(of: ["DeepZoomLayout", "FolderContainer", "MapContainerFormat"]))
        #expect(Self.casts(in: sources, to: types) == [])
        // The control: a cast of each kind.
        let casts = [
            "let a = layout as? any ConfigurableLayout", "if container is FolderContainer {",
            "guard let b = format as? TileEncoding",
        ]
        #expect(
            Self.casts(in: casts, to: types) == ["ConfigurableLayout", "FolderContainer"])
    }
}

internal import CommandLineParsing
internal import ZigguratKit

struct LayoutsCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "layouts",
        abstract: "List the layouts, collections and containers")

    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        var layouts: [Entry] = []
        for layout in Formats.standard.layouts { layouts.append(try Entry(layout)) }
        let collections = Formats.standard.collections.map { Entry($0) }
        var containers: [Entry] = []
        for format in Formats.standard.containers { containers.append(try Entry(format)) }
        if output.json {
            try context.console.print(json: [
                "layouts": layouts.map(\.document), "collections": collections.map(\.document),
                "containers": containers.map(\.document),
            ])
            return .done
        }
        let lists = [
            ("Layouts (--layout)", layouts), ("\nCollections (--layout)", collections),
            ("\nContainers (--container)", containers),
        ]
        let width = 2 + (lists.flatMap(\.1).map(\.name.count).max() ?? 0)
        for (title, entries) in lists {
            context.console.print(title)
            for entry in entries { context.console.print(entry.text(width: width)) }
        }
        return .done
    }
}

/// A row of the list: a layout, a collection or a container.
private struct Entry {
    let name: String
    private let summary: String
    private let examplePath: String
    private let facts: String
    private(set) var document: JSONObject

    private init(
        _ name: String, _ summary: String, _ examplePath: String, facts: String,
        document: JSONObject
    ) {
        self.name = name
        self.summary = summary
        self.examplePath = examplePath
        self.facts = facts
        self.document = document
        self.document["name"] = name
        self.document["summary"] = summary
        self.document["examplePath"] = examplePath
    }

    init(_ layout: any Layout) throws(ZigguratError) {
        let rules = layout.rules
        let formats = rules.formats.map(\.name)
        self.init(
            layout.name, layout.summary, try layout.examplePath(),
            facts: (rules.wholeLevels
                ? "no tiles, " : "tiles of \(rules.tileSize), overlap \(rules.overlap), ")
                + formats.joined(separator: ", "),
            document: [
                "tileSize": rules.tileSize, "wholeLevels": rules.wholeLevels,
                "overlap": rules.overlap, "edge": rules.edge, "formats": formats,
            ])
    }

    init(_ collection: any DestinationCollection) {
        let layouts = collection.layouts
        self.init(
            collection.name, collection.summary, collection.document,
            facts: "lists each \(layouts.joined(separator: " or "))"
                + (collection.isOnRequest ? "" : ", written automatically"),
            document: ["layouts": layouts, "isAutomatic": !collection.isOnRequest])
    }

    init(_ format: any ContainerFormat) throws(ZigguratError) {
        let all = Formats.standard.layouts.map(\.name)
        let layouts = format.layouts ?? all
        self.init(
            format.name, format.summary, try format.examplePath(),
            facts: layouts == all
                ? "holds every layout" : "holds \(layouts.joined(separator: ", "))",
            document: ["layouts": layouts, "defaultLayouts": format.defaultLayouts.map(\.name)])
    }

    /// Returns the lines of the entry. The second and third line begin after the column of names.
    func text(width: Int) -> String {
        let indent = String(repeating: " ", count: width + 2)
        return "  \(Amount.padded(name, to: width))\(summary)\n\(indent)\(examplePath)\n"
            + "\(indent)\(facts)"
    }
}

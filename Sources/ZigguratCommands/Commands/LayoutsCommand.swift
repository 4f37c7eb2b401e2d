internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat layouts`
struct LayoutsCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "layouts",
        abstract: "List the layouts, collections and containers")

    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        var entries: [LayoutEntry] = []
        for layout in Formats.standard.layouts { entries.append(try LayoutEntry(layout)) }
        var containers: [ContainerEntry] = []
        for format in Formats.standard.containers { containers.append(try ContainerEntry(format)) }
        let collections = CollectionRegistry.all.map(CollectionEntry.init)
        if output.json {
            try context.console.print(
                json: Document(
                    layouts: entries, collections: collections, containers: containers))
            return .done
        }
        let lists: [(String, [any ListEntry])] = [
            ("Layouts (--layout)", entries),
            ("\nCollections (--layout)", collections),
            ("\nContainers (--container)", containers),
        ]
        let width = 2 + (lists.flatMap(\.1).map(\.name.count).max() ?? 0)
        for (title, entries) in lists {
            context.console.print(title)
            for entry in entries { print(entry, width: width, in: context) }
        }
        return .done
    }

    private func print(_ entry: any ListEntry, width: Int, in context: CommandContext) {
        let gap = String(repeating: " ", count: width - entry.name.count)
        let indent = String(repeating: " ", count: width + 2)
        context.console.print(
            "  \(entry.name)\(gap)\(entry.summary)\n\(indent)\(entry.examplePath)\n"
                + "\(indent)\(entry.facts)")
    }

    private struct Document: Encodable {
        let layouts: [LayoutEntry]
        let collections: [CollectionEntry]
        let containers: [ContainerEntry]
    }

    private struct LayoutEntry: Encodable, ListEntry {
        let name: String
        let summary: String
        let examplePath: String
        let tileSize: Int
        let wholeLevels: Bool
        let overlap: Int
        let edge: EdgeRule
        let formats: [String]

        init(_ layout: any Layout) throws(ZigguratError) {
            name = layout.name
            summary = layout.summary
            examplePath = try layout.examplePath()
            tileSize = layout.rules.tileSize
            wholeLevels = layout.rules.wholeLevels
            overlap = layout.rules.overlap
            edge = layout.rules.edge
            formats = layout.rules.formats.map(\.name)
        }

        var facts: String {
            (wholeLevels ? "no tiles, " : "tiles of \(tileSize), overlap \(overlap), ")
                + formats.joined(separator: ", ")
        }
    }

    private struct CollectionEntry: Encodable, ListEntry {
        let name: String
        let summary: String
        let examplePath: String
        /// The layouts that it refers to.
        let layouts: [String]
        /// Whether it is written without a request.
        let isAutomatic: Bool

        init(_ collection: any DestinationCollection) {
            name = collection.name
            summary = collection.summary
            examplePath = collection.document
            layouts = collection.layouts
            isAutomatic = !collection.isOnRequest
        }

        var facts: String {
            "lists each \(layouts.joined(separator: " or "))"
                + (isAutomatic ? ", written automatically" : "")
        }
    }

    private struct ContainerEntry: Encodable, ListEntry {
        let name: String
        let summary: String
        let examplePath: String
        /// The layouts that it can hold.
        let layouts: [String]
        let defaultLayouts: [String]

        init(_ format: any ContainerFormat) throws(ZigguratError) {
            name = format.name
            summary = format.summary
            examplePath = try format.examplePath()
            layouts = format.layouts ?? Formats.standard.layouts.map(\.name)
            defaultLayouts = format.defaultLayouts.map(\.name)
        }

        var facts: String {
            layouts == Formats.standard.layouts.map(\.name)
                ? "holds every layout" : "holds \(layouts.joined(separator: ", "))"
        }
    }
}

/// An entry of the list.
private protocol ListEntry {
    var name: String { get }
    var summary: String { get }
    var examplePath: String { get }
    var facts: String { get }
}

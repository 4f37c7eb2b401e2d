internal import ZigguratKit

/// `ziggurat layouts`: every layout with an example path.
struct LayoutsCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "layouts", abstract: "List the layouts, each with an example path")

    @Flag(help: "Print one JSON document instead of lines.")
    var json: Bool

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        var entries: [Entry] = []
        for layout in LayoutRegistry.all { entries.append(try Entry(layout)) }
        if json {
            try context.console.print(json: Document(layouts: entries))
            return .done
        }
        let width = entries.map(\.name.count).max() ?? 0
        let indent = String(repeating: " ", count: width + 2)
        for entry in entries {
            let gap = String(repeating: " ", count: width - entry.name.count + 2)
            context.console.print(
                "\(entry.name)\(gap)\(entry.summary)\n\(indent)\(entry.examplePath)\n\(indent)"
                    + (entry.wholeLevels
                        ? "no tiles, "
                        : "tiles of \(entry.tileSize), overlap \(entry.overlap), ")
                    + "\(entry.formats.joined(separator: ", "))")
        }
        return .done
    }

    private struct Document: Encodable {
        let layouts: [Entry]
    }

    private struct Entry: Encodable {
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
    }
}

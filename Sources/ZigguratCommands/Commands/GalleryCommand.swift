internal import CommandLineParsing
internal import ZigguratKit

struct GalleryCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "gallery", abstract: "Write the index page and the collections of a folder of exports",
        discussion: "Use it after moving, copying or deleting exports by hand.")

    @Argument(valueName: "DIR", completion: .folders, help: "Folder of exports")
    var folder: PathArgument = "Output"

    @Option(valueName: "TEXT", help: "Title of the gallery, which gallery.json keeps")
    var title: String?

    @OptionGroup var templates: TemplatesOption

    @OptionGroup var hosting: HostOption

    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let path = try folder.textOrError()
        var exporter = Exporter(destination: path)
        exporter.templates = try templates.read(besides: try DestinationRecord(of: path))
        try exporter.checkDestination(allowsBook: true)
        try exporter.checkExports()
        if let title { try exporter.setGalleryTitle(title) }
        let (page, collections) = try exporter.whileInUse { () throws(ZigguratError) in
            try exporter.updateBooks()
            let collections = try exporter.updateCollections(looksClosely: true)
            for note in collections.notes { context.console.note(note.message) }
            guard let page = try exporter.writeGallery() else {
                throw ZigguratError(CommandError.foreignIndexPage, "\(path)/index.html")
            }
            return (page, collections)
        }
        try templates.remember(in: path)
        for host in hosting.host.compactMap(StaticHost.named) {
            for note in try exporter.writeFiles(of: host) { context.console.note(note.message) }
        }
        if output.json {
            try context.console.print(json: ["page": page, "collections": collections.entries])
        } else {
            context.console.print(page)
            for entry in collections.entries { context.console.print(entry.text) }
        }
        return .done
    }
}

extension Exporter {
    /// Checks that the destination has an export, a book or a gallery. A folder with only a gallery
    /// had exports before.
    ///
    /// - Throws: ``CommandError/noExports``.
    func checkExports() throws(ZigguratError) {
        let hasBooks = try !books().isEmpty
        guard try !exports().isEmpty || hasBooks || hasGallery else {
            throw ZigguratError(CommandError.noExports, destination)
        }
    }
}

internal import CommandLineParsing
internal import ZigguratKit

struct ShardFinishCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "shard finish", abstract: "Join bands and write the gallery when all shards are done",
        discussion: """
            Checks that all shards are done, joins the bands of divided images, then writes the \
            gallery, the collections and the files of web hosts. Fails with a list if a shard is \
            missing or failed.
            """,
        examples: [.init("ziggurat shard finish plan")])

    @OptionGroup var place: ShardPlanArgument

    @Flag(help: "Finish without the images that failed")
    var allowFailures: Bool

    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let plan = try place.read()
        let exporter = try plan.exporter(in: context)
        var (collections, notes) = ([Exporter.Collection](), [String]())
        let errors = try plan.finish(
            with: exporter, allowsFailures: allowFailures, cancellation: context.cancellation
        ) { event in
            switch event {
            case .noted(let note):
                context.console.note(note.message)
                notes.append(note.message.line)
            case .collected(let entries): collections = entries
            default: break
            }
        }
        for error in errors { context.console.report(error) }
        let page = errors.isEmpty && exporter.hasGallery ? exporter.galleryPath : nil
        if output.json {
            try context.console.print(json: [
                "page": page, "collections": collections, "errors": errors.map(\.document),
                "notes": notes,
            ])
        } else if errors.isEmpty {
            context.console.print("\(exporter.destination): complete")
            if let page { context.console.print("open \(page)") }
        }
        return errors.isEmpty ? .done : .failed
    }
}

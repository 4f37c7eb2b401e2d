internal import CommandLineParsing
internal import ZigguratKit

extension Program {
    /// The program with all its commands.
    static let ziggurat = Program(
        CommandConfiguration(
            "ziggurat",
            abstract: "Convert large images to static tile pyramids with a viewer",
            discussion: """
                A word @FILE stands for the arguments in FILE, one a line. The environment variable \
                ZIGGURAT_OPTIONS has options for every command, such as --jobs=2.
                """,
            examples: [
                .init(
                    "ziggurat export photo.tif", "writes a Deep Zoom image and its page to Output"),
                .init(
                    "ziggurat export photo.tif --layout dzi,xyz,iiif3",
                    "decodes once, writes three layouts"
                ),
                .init("ziggurat plan scans/", "prints what an export would write"),
            ]),
        commands: [
            ExportCommand.self, PlanCommand.self, VerifyCommand.self, RepackCommand.self,
            LayoutsCommand.self, SampleCommand.self, DescribeCommand.self, GalleryCommand.self,
            ListCommand.self, MosaicCommand.self,
            CompareCommand.self,
            RemoveCommand.self, TemplatesCommand.self,
            ServeCommand.self, PublishCommand.self, ShardPlanCommand.self, ShardRunCommand.self,
            ShardFinishCommand.self, ShardStatusCommand.self, CacheStatusCommand.self,
            CacheClearCommand.self, DoctorCommand.self,
            CompletionsCommand.self,
        ],
        groups: [
            CommandConfiguration(
                "shard", abstract: "Export many images on many machines",
                discussion: """
                    A plan divides the images among shards. Any queue runs the shards, in any \
                    order and on any machine. The last command writes the gallery.
                    """,
                examples: [
                    .init("ziggurat shard plan scans/ --shards 16 --plan plan"),
                    .init("ziggurat shard run plan 1", "also shards 2 to 16"),
                    .init("ziggurat shard finish plan"),
                ]),
            CommandConfiguration(
                "cache", abstract: "Show and empty the caches of live servers",
                discussion: "“ziggurat serve --live” exports images into a cache.",
                examples: [.init("ziggurat cache status"), .init("ziggurat cache clear")]),
        ],
        version: Ziggurat.version, files: .onDisk, variable: "ZIGGURAT_OPTIONS")
}

extension Message {
    /// Returns the message. A hint is removed if it names an option that the command does not have.
    func advising(users command: String) -> Message {
        let options = Set(
            Program.ziggurat.parameterHelp.filter { $0.command == command }.map(\.parameter))
        let isKnown = hint.matches(of: /--[a-z][a-z-]*/).allSatisfy { name in
            options.contains { $0.contains(name.output) }
        }
        return isKnown ? self : Message(problem)
    }
}

extension ArgumentFile {
    /// The largest argument file, in bytes. A larger file is probably an image given by mistake.
    private static let byteLimit = 16 << 20

    /// Reads argument files from the disk.
    static let onDisk = ArgumentFile { path in
        guard let name = path.text, let file = FileSystem.attributes(of: name) else {
            return .failure(ReadingError("not found"))
        }
        guard !file.isFolder else { return .failure(ReadingError("it is a folder")) }
        guard file.byteCount <= byteLimit else { return .failure(ReadingError("too large")) }
        do throws(ZigguratError) {
            return .success(try FileSystem.contents(of: name) ?? [])
        } catch {
            return .failure(ReadingError(error.message.problem))
        }
    }
}

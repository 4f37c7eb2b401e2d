internal import CommandLineParsing
internal import ZigguratKit

struct CacheClearCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "cache clear", abstract: "Remove images from the caches of live servers",
        discussion: """
            Without NAME, removes all images, and the caches of servers that have ended. Keeps \
            images that are being exported.
            """,
        examples: [.init("ziggurat cache clear"), .init("ziggurat cache clear photo")])

    @Argument(valueName: "NAME", help: "Name of an image; “ziggurat cache status” prints them")
    var name: String?

    @OptionGroup var caches: CacheOptions

    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let removed = try LiveCache(try caches.root()).clear(name)
        let bytes = removed.reduce(0) { $0 + $1.bytes }
        if output.json {
            try context.console.print(json: ["removed": removed.map(\.name), "bytes": bytes])
        } else {
            context.console.print(
                "removed \(Amount.count(removed.count, of: "image")), \(Amount.bytes(bytes))")
        }
        return .done
    }
}

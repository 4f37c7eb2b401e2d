internal import CommandLineParsing
internal import ZigguratKit

struct CacheStatusCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "cache status", abstract: "List the images in the caches of live servers",
        discussion: "Lists the least recently used images first; servers remove them first.",
        examples: [.init("ziggurat cache status")])

    @OptionGroup var caches: CacheOptions

    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let cache = LiveCache(try caches.root())
        let (sites, entries) = (try cache.sites(), try cache.entries())
        let sum = entries.reduce(0) { $0 + $1.bytes }
        guard !output.json else {
            let images = entries.map { entry in
                CachedImage(
                    name: entry.name, folder: entry.site, bytes: entry.bytes,
                    lastUse: entry.lastUse)
            }
            try context.console.print(json: [
                "cache": cache.root, "bytes": sum, "images": images,
            ])
            return .done
        }
        for site in sites {
            let source = site.source.split(separator: "\n").joined(separator: ", ")
            context.console.print("\(site.folder): \(source)")
            for entry in entries where entry.site == site.folder {
                context.console.print("  \(entry.name): \(Amount.bytes(entry.bytes))")
            }
        }
        context.console.print(
            "\(cache.root): \(Amount.count(entries.count, of: "image")), \(Amount.bytes(sum))")
        return .done
    }
}

/// A cached image, as JSON.
struct CachedImage: Encodable, Sendable {
    let name: String
    let folder: String
    let bytes: Int
    let lastUse: Int
}

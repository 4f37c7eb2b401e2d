internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat serve`: a look at what was exported, through a web server.
struct ServeCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "serve", abstract: "Show a folder in a browser, through a web server of its own",
        discussion: """
            Reads only, and only what lies in the folder; hidden files are not served. Files that \
            bundles are packed into can be looked into: photo.zip/ and photo.pmtiles/ show what \
            they hold, with a page. Other machines cannot reach it unless --host lets them. Ctrl-C \
            ends it.
            """,
        examples: [
            .init("ziggurat serve"),
            .init("ziggurat serve public --port 0 --open", "a free port, and the browser"),
            .init("ziggurat serve public --host 0.0.0.0", "for every machine of the network"),
        ])

    @Argument(valueName: "DIR", completion: .folders, help: "The folder to show.")
    var folder: PathArgument = "Output"

    @Option(.range(0...65535), short: "p", help: "The port; 0 takes a free one.")
    var port = 8000

    @Option(
        valueName: "ADDRESS",
        help: "The address to listen on; 0.0.0.0 is every network of this machine.")
    var host = "127.0.0.1"

    @Flag(help: "Open the address in the browser.")
    var open: Bool

    @Flag(short: "q", help: "Print no line for each request.")
    var quiet: Bool

    @Flag(help: "Print the address in a JSON document.")
    var json: Bool

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let console = context.console
        let isQuiet = quiet
        let server = try PreviewServer(
            of: try folder.textOrError(), host: host, port: port
        ) {
            if !isQuiet { console.show("\($0.method) \($0.target) \($0.status) \($0.bytes)\n") }
            if let failure = $0.failure { console.report(failure) }
        }
        defer { server.stop() }
        if json {
            try console.print(
                json: Document(
                    address: server.address, folder: server.folder, host: server.host,
                    port: server.port))
        } else {
            console.print(server.address)
        }
        if open {
            do throws(ZigguratError) {
                try WebBrowser.open(server.address)
            } catch {
                console.note(error.message, about: error.subject)
            }
        }
        context.cancellation.wait()
        return .done
    }

    private struct Document: Encodable {
        let address: String
        let folder: String
        let host: String
        let port: Int
    }
}

internal import CommandLineParsing
internal import ZigguratKit

struct ServeCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "serve", abstract: "Serve a folder of exports over HTTP",
        discussion: """
            Serves the files in the folder, except hidden files, until Ctrl-C. The addresses \
            photo.zip/ and photo.pmtiles/ show a page for the image in the file. By default only \
            this machine can connect.
            """,
        examples: [
            .init("ziggurat serve"),
            .init(
                "ziggurat serve public --port 0 --open", "chooses a free port and opens the browser"
            ),
            .init("ziggurat serve public --host 0.0.0.0", "accepts connections from the network"),
            .init(
                "ziggurat serve public --allow-origin https://projectmirador.org",
                "lets the pages of a website read the files"),
        ])

    @Argument(
        valueName: "DIR", completion: .exports(besides: .folders), help: "Folder to serve")
    var folder: PathArgument = "Output"

    @Option(.range(0...65535), short: "p", help: "Port; 0 chooses a free one")
    var port = 8000

    @Option(
        valueName: "ADDRESS",
        help: "Address to listen on; 0.0.0.0 for all networks")
    var host = "127.0.0.1"

    @Option(
        .matching("an address such as https://example.org, or *") {
            $0 == "*" || $0.wholeMatch(of: /https?:\/\/[^\/]+\/?/) != nil
        },
        valueName: "ORIGIN", help: "Website whose pages may read the files")
    var allowOrigin: String?

    @Flag(help: "Open a browser")
    var open: Bool

    @Flag(short: "q", help: "Do not print requests")
    var quiet: Bool

    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let console = context.console
        let isQuiet = quiet
        let server = try PreviewServer(
            of: try folder.textOrError(), host: host, port: port, allowedOrigin: allowOrigin
        ) {
            if !isQuiet {
                console.diagnostics("\($0.method) \($0.target) \($0.status) \($0.bytes)\n")
            }
            if let failure = $0.failure { console.report(failure) }
        }
        defer { server.stop() }
        if output.json {
            try console.print(json: [
                "address": server.address, "folder": server.folder, "host": server.host,
                "port": server.port,
            ])
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
}

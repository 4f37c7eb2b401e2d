internal import CommandLineParsing
internal import ZigguratKit

struct ServeCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "serve", abstract: "Serve a folder of exports, or images, over HTTP",
        discussion: """
            Serves the files in the folder, except hidden files, until Ctrl-C. The addresses \
            photo.zip/ and photo.pmtiles/ show a page for the image in the file. By default only \
            this machine can connect.

            With --live it serves images: each one is exported into a cache when a client asks \
            for it. Until then its page shows a preview.
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
            .init("ziggurat serve --live scans/", "shows the images of a folder without an export"),
            .init(
                "ziggurat serve --live scans/ --allow-sizes 320,640,1280",
                "also sends /photo-width640.jpg and the like"),
        ])

    @Argument(
        valueName: "PATH", completion: .exports(besides: .folders),
        help: "Folder to serve, Output by default; with --live images and folders")
    var paths: [PathArgument] = []

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

    @Option(
        .range(0...400), valueName: "N",
        help: "Most connections of one client address; 0 for no limit")
    var clientConnections = PreviewServer.clientConnections

    @Flag(help: "Open a browser")
    var open: Bool

    @Flag(short: "q", help: "Do not print requests")
    var quiet: Bool

    @OptionGroup var output: JSONOption

    @OptionGroup("Live") var live: LiveOptions

    func validate() throws(CommandLineError) {
        guard !live.live, paths.count > 1 else { return }
        throw CommandLineError(
            "unexpected argument \(ArgumentText(paths[1].written).quoted): only one folder is served",
            hint: "use --live to serve images")
    }

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let console = context.console
        let isQuiet = quiet
        let report = { @Sendable (error: ZigguratError) in
            let message = error.message.advising(users: Self.configuration.name)
            console.report(message, about: error.subject)
        }
        let log = { @Sendable (entry: PreviewServer.Entry) in
            if !isQuiet {
                console.diagnostics(
                    "\(entry.method) \(entry.target) \(entry.status) \(entry.bytes)\n")
            }
            if let failure = entry.failure { report(failure) }
        }
        let server =
            live.live
            ? try PreviewServer(
                live: try live.site(of: paths, in: context, report), host: host, port: port,
                allowedOrigin: allowOrigin, clientConnections: clientConnections, log: log)
            : try PreviewServer(
                of: try (paths.first ?? "Output").textOrError(), host: host, port: port,
                allowedOrigin: allowOrigin, clientConnections: clientConnections, log: log)
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

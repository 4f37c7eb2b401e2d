internal import ZigguratCore

/// The nginx web server. Its configuration can include the file `nginx.conf`.
struct NginxServer: StaticHost {
    package let name = "nginx"
    let title = "nginx"
    let advice = "include the file in the server block, and reload nginx after changes"

    package var files: [BundleFile] {
        // A `types` block replaces all media types of the server's configuration.
        let types = MediaType.endings.map { ending in
            "    \(MediaType.of("a.\(ending)").prefix { $0 != ";" }) \(ending);"
        }
        let images = StaticHosts.imageEndings.joined(separator: "|")
        let origin = "add_header Access-Control-Allow-Origin * always;"
        return [
            StaticHosts.file(
                "nginx.conf",
                ["types {"] + types + [
                    "}", "charset utf-8;", origin,
                    "add_header Access-Control-Expose-Headers \"\(StaticHosts.exposed)\";",
                    "add_header Cache-Control \"\(StaticHosts.pageCaching)\";",
                    "location ~ \\.(\(images))$ {",
                    // A location that adds a header does not inherit the headers of the server
                    // block.
                    "    \(origin)",
                    "    add_header Cache-Control \"\(StaticHosts.tileCaching)\";", "}",
                    "location ~ /\\.ziggurat- { return 404; }",
                    "location = /nginx.conf { return 404; }",
                ])
        ]
    }
}

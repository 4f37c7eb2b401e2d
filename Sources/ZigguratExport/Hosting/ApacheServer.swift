internal import ZigguratCore

/// The Apache web server. It reads `.htaccess` if its configuration has `AllowOverride FileInfo`.
struct ApacheServer: StaticHost {
    package let name = "apache"
    let title = "Apache"
    let advice = "needs the module headers, and “AllowOverride FileInfo” for the folder"

    package var files: [BundleFile] {
        let types = StaticHosts.unusualEndings.map {
            "AddType \(MediaType.of("a.\($0)")) .\($0)"
        }
        let images = StaticHosts.imageEndings.joined(separator: "|")
        let headers = [
            "<IfModule mod_headers.c>", "    Header set Access-Control-Allow-Origin \"*\"",
            "    Header set Access-Control-Expose-Headers \"\(StaticHosts.exposed)\"",
            "    Header set Cache-Control \"\(StaticHosts.pageCaching)\"",
            "    <FilesMatch \"\\.(\(images))$\">",
            "        Header set Cache-Control \"\(StaticHosts.tileCaching)\"", "    </FilesMatch>",
            "</IfModule>",
        ]
        return [StaticHosts.file(".htaccess", types + headers)]
    }
}

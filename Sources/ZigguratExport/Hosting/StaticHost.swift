package import ZigguratCore
package import ZigguratStore
package import ZigguratSystem

/// A kind of web host, and the files that it reads at the top of the served folder.
///
/// To add a host, add a value to ``all``.
package struct StaticHost: Sendable {
    /// The name on the command line, in lower case and without spaces.
    package let name: String
    /// The product name of the host.
    let title: String
    /// The files, with paths relative to the destination. Each file that is not empty contains
    /// ``mark``.
    package let files: [BundleFile]
    /// One line about features that the host lacks, or about steps that the user has to do.
    let advice: String

    /// The hosts, in the order in which the program lists them.
    package static let all = [
        // Without the file `.nojekyll`, GitHub Pages skips files whose names begin with `_`.
        StaticHost(
            name: "github-pages", title: "GitHub Pages",
            files: [BundleFile(path: ".nojekyll", bytes: [])],
            advice: "a site has at most 1 GB, a file 100 MB; the cache time of 10 minutes is fixed"
        ),
        StaticHost(
            name: "netlify", title: "Netlify", files: [headers],
            advice: """
                an upload of many thousands of tiles takes long; --container pmtiles writes one file
                """),
        StaticHost(
            name: "cloudflare", title: "Cloudflare Pages", files: [headers],
            advice: "a free site has at most 20,000 files, a file 25 MiB; R2 holds more"),
        // S3 and compatible stores need rules for requests from other origins.
        StaticHost(
            name: "s3", title: "S3", files: [bucketRules],
            advice: """
                set the rules with aws s3api put-bucket-cors; “ziggurat publish” sets media types \
                and cache times
                """),
        StaticHost(
            name: "apache", title: "Apache", files: [apache],
            advice: "needs the module headers, and “AllowOverride FileInfo” for the folder"),
        StaticHost(
            name: "nginx", title: "nginx", files: [nginx],
            advice: "include the file in the server block, and reload nginx after changes"),
    ]

    package static func named(_ name: String) -> StaticHost? { all.first { $0.name == name } }

    /// Identifies the files that Ziggurat may replace.
    fileprivate static let mark = "Written by Ziggurat"
}

/// The files of the hosts.
extension StaticHost {
    /// The response headers that `ziggurat-tiles.js` needs on pages of other origins.
    private static let exposedHeaders = ["Content-Range", "Content-Length", "ETag"]

    /// The value of `Access-Control-Expose-Headers`.
    private static let exposed = exposedHeaders.joined(separator: ", ")

    /// The value of `Cache-Control` for tiles: a week.
    private static let tileCaching = "public, max-age=604800"

    /// The value of `Cache-Control` for files that change under an unchanged address. Without this
    /// header, browsers keep a file for a tenth of its age (RFC 9111, section 4.2.2).
    private static let pageCaching = "no-cache"

    private static let imageEndings = ["jpg", "jpeg", "png", "webp", "avif", "jxl"]
    private static let imagePattern = "\\.(\(imageEndings.joined(separator: "|")))$"

    /// The extensions of files whose media types many servers do not know, or set wrongly.
    private static let unusualEndings = [
        "avif", "dzc", "dzi", "jsonld", "jxl", "mbtiles", "pmtiles", "szi", "webp",
    ]

    /// The file `_headers`, which several hosts read.
    ///
    /// Without a cache rule, these hosts let browsers check every file for changes. If two rules
    /// match a file, their values are joined, so only images have a cache rule.
    private static let headers = file(
        "_headers",
        [
            "/*", "  Access-Control-Allow-Origin: *",
            "  Access-Control-Expose-Headers: \(exposed)",
        ] + imageEndings.flatMap { ["/*.\($0)", "  Cache-Control: \(tileCaching)"] }
            + unusualEndings.flatMap { ["/*.\($0)", "  Content-Type: \(MediaType.of("a.\($0)"))"] })

    private static let bucketRules = BundleFile(
        path: "s3-cors.json",
        bytes: Array(
            """
            {
              "CORSRules": [
                {
                  "ID": "\(mark)",
                  "AllowedMethods": ["GET", "HEAD"],
                  "AllowedOrigins": ["*"],
                  "AllowedHeaders": ["Range", "If-Match"],
                  "ExposeHeaders": [\(exposedHeaders.map { "\"\($0)\"" }.joined(separator: ", "))],
                  "MaxAgeSeconds": 86400
                }
              ]
            }

            """.utf8))

    /// Apache reads `.htaccess` if its configuration has `AllowOverride FileInfo`.
    private static let apache = file(
        ".htaccess",
        unusualEndings.map { "AddType \(MediaType.of("a.\($0)")) .\($0)" } + [
            "<IfModule mod_headers.c>", "    Header set Access-Control-Allow-Origin \"*\"",
            "    Header set Access-Control-Expose-Headers \"\(exposed)\"",
            "    Header set Cache-Control \"\(pageCaching)\"",
            "    <FilesMatch \"\(imagePattern)\">",
            "        Header set Cache-Control \"\(tileCaching)\"", "    </FilesMatch>",
            "</IfModule>",
        ])

    /// The configuration of nginx can include this file. A `types` block replaces all media types of
    /// the server's configuration. A location that adds a header does not inherit the headers of the
    /// server block.
    private static let nginx = file(
        "nginx.conf",
        ["types {"]
            + MediaType.endings.map { ending in
                "    \(MediaType.of("a.\(ending)").prefix { $0 != ";" }) \(ending);"
            } + [
                "}", "charset utf-8;", "add_header Access-Control-Allow-Origin * always;",
                "add_header Access-Control-Expose-Headers \"\(exposed)\";",
                "add_header Cache-Control \"\(pageCaching)\";",
                "location ~ \(imagePattern) {",
                "    add_header Access-Control-Allow-Origin * always;",
                "    add_header Cache-Control \"\(tileCaching)\";", "}",
                "location ~ /\\.ziggurat- { return 404; }",
                "location = /nginx.conf { return 404; }",
            ])

    /// Returns a file that begins with the mark in a comment, followed by the given lines.
    private static func file(_ path: String, _ lines: [String]) -> BundleFile {
        let text = (["# \(mark)."] + lines).joined(separator: "\n") + "\n"
        return BundleFile(path: path, bytes: Array(text.utf8))
    }
}

extension Exporter {
    /// Writes the files for a web host at the top of the destination. Files with these names that
    /// Ziggurat did not write are kept.
    ///
    /// - Returns: notes on the written files, on features that the host lacks, and on files that
    ///   were kept.
    package func writeFiles(of host: StaticHost) throws(ZigguratError) -> [ExportNote] {
        let folder = folder
        return try folder.withLock { () throws(ZigguratError) in
            var (own, notes): ([BundleFile], [ExportNote]) = ([], [])
            for file in host.files {
                let place = folder.folder(of: file.path)
                if try isFree(place, for: file) {
                    own.append(file)
                } else {
                    notes.append(.foreignHostFile(path: place, host: host.title))
                }
            }
            try folder.update(own)
            guard !own.isEmpty else { return notes }
            return notes + [
                .hostFiles(
                    host: host.title, paths: own.map { folder.folder(of: $0.path) }, host.advice)
            ]
        }
    }

    /// Whether a path is free, or has a file that Ziggurat wrote.
    ///
    /// If the host's file is empty, it has no mark, so the existing file must be empty, too.
    private func isFree(_ place: String, for file: BundleFile) throws(ZigguratError) -> Bool {
        guard let attributes = FileAttributes(path: place, followsLink: false) else { return true }
        guard attributes.isFile, let bytes = try FileSystem.contents(of: place) else {
            return false
        }
        return bytes == file.bytes
            || !file.bytes.isEmpty && bytes.firstRange(of: Array(StaticHost.mark.utf8)) != nil
    }
}

package import ZigguratCore
package import ZigguratStore
package import ZigguratSystem

/// A kind of web host, and the files that it reads at the top of the served folder.
///
/// Each host has one file in this folder and one line in ``StaticHosts/all``.
package protocol StaticHost: Sendable {
    /// The name on the command line, in lower case and without spaces.
    var name: String { get }
    /// The product name of the host.
    var title: String { get }
    /// The files, with paths relative to the destination. Each file that is not empty contains
    /// ``StaticHosts/mark``.
    var files: [BundleFile] { get }
    /// One line about features that the host lacks, or about steps that the user has to do.
    var advice: String { get }
}

/// The known hosts.
package enum StaticHosts {
    /// The hosts, in the order in which the program lists them.
    package static let all: [any StaticHost] = [
        GitHubPages(), Netlify(), CloudflarePages(), S3Bucket(), ApacheServer(), NginxServer(),
    ]

    package static func host(named name: String) -> (any StaticHost)? {
        all.first { $0.name == name }
    }

    /// Identifies the files that Ziggurat may replace.
    static let mark = "Written by Ziggurat"

    /// The response headers that `ziggurat-tiles.js` needs on pages of other origins.
    static let exposedHeaders = ["Content-Range", "Content-Length", "ETag"]

    /// The value of `Access-Control-Expose-Headers`.
    static var exposed: String { exposedHeaders.joined(separator: ", ") }

    /// The value of `Cache-Control` for tiles: a week.
    static let tileCaching = "public, max-age=604800"

    /// The value of `Cache-Control` for files that change under an unchanged address. Without this
    /// header, browsers keep a file for a tenth of its age (RFC 9111, section 4.2.2).
    static let pageCaching = "no-cache"

    static let imageEndings = ["jpg", "jpeg", "png", "webp", "avif", "jxl"]

    /// The extensions of files whose media types many servers do not know, or set wrongly.
    static let unusualEndings = [
        "avif", "dzc", "dzi", "jsonld", "jxl", "mbtiles", "pmtiles", "szi", "webp",
    ]

    /// Returns a file that begins with the mark in a comment, followed by the given lines.
    package static func file(_ path: String, _ lines: [String]) -> BundleFile {
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
    package func writeFiles(of host: any StaticHost) throws(ZigguratError) -> [ExportNote] {
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
            || !file.bytes.isEmpty && bytes.firstRange(of: Array(StaticHosts.mark.utf8)) != nil
    }
}

package import ZigguratCore

/// A kind of web host, and the files that it reads at the top of the folder that it serves.
///
/// A host is one file of this folder and one line of ``StaticHosts/all``.
package protocol StaticHost: Sendable {
    /// The name on the command line: lower case, no spaces.
    var name: String { get }
    /// The host's own name.
    var title: String { get }
    /// The files, relative to the destination. One that is not empty contains ``StaticHosts/mark``.
    var files: [BundleFile] { get }
    /// What the host cannot do, or what the user has to do, in one line.
    var advice: String { get }
}

/// The known hosts.
package enum StaticHosts {
    /// The hosts, in the order in which they are listed.
    package static let all: [any StaticHost] = [
        GitHubPages(), Netlify(), CloudflarePages(), S3Bucket(), ApacheServer(), NginxServer(),
    ]

    package static func host(named name: String) -> (any StaticHost)? {
        all.first { $0.name == name }
    }

    /// Marks the files that Ziggurat may replace.
    static let mark = "Written by Ziggurat"

    /// The response headers that `ziggurat-tiles.js` needs on pages of other origins.
    static let exposedHeaders = ["Content-Range", "Content-Length", "ETag"]

    /// The value of `Access-Control-Expose-Headers`.
    static var exposed: String { exposedHeaders.joined(separator: ", ") }

    /// The value of `Cache-Control` for tiles: a week.
    static let tileCaching = "public, max-age=604800"

    /// The value of `Cache-Control` for files that change under the same address. Without it,
    /// browsers keep a file for a tenth of its age (RFC 9111, section 4.2.2).
    static let pageCaching = "no-cache"

    static let imageEndings = ["jpg", "jpeg", "png", "webp", "avif", "jxl"]

    /// The endings of files that servers do not know or call by another type.
    static let unusualEndings = [
        "avif", "dzc", "dzi", "jsonld", "jxl", "mbtiles", "pmtiles", "szi", "webp",
    ]

    /// The lines of a file that begins with the mark in a comment.
    package static func file(_ path: String, _ lines: [String]) -> BundleFile {
        let text = (["# \(mark)."] + lines).joined(separator: "\n") + "\n"
        return BundleFile(path: path, bytes: Array(text.utf8))
    }
}

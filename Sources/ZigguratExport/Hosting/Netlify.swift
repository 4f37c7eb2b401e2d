internal import ZigguratCore

/// Netlify. It sets the headers that the file `_headers` lists.
struct Netlify: StaticHost {
    package let name = "netlify"
    let title = "Netlify"
    package let files = [HeaderFile.file]
    let advice =
        "an upload of many thousands of tiles takes long; --container pmtiles writes one file"
}

/// The file `_headers`, which several hosts read.
///
/// Without a cache rule, these hosts let browsers check every file for changes. If two rules match
/// a file, their values are joined, so only images have a cache rule.
enum HeaderFile {
    package static let file: BundleFile = {
        var lines = [
            "/*", "  Access-Control-Allow-Origin: *",
            "  Access-Control-Expose-Headers: \(StaticHosts.exposed)",
        ]
        for ending in StaticHosts.imageEndings {
            lines += ["/*.\(ending)", "  Cache-Control: \(StaticHosts.tileCaching)"]
        }
        for ending in StaticHosts.unusualEndings {
            lines += ["/*.\(ending)", "  Content-Type: \(MediaType.of("a.\(ending)"))"]
        }
        return StaticHosts.file("_headers", lines)
    }()
}

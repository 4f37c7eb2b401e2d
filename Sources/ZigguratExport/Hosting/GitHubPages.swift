internal import ZigguratCore

/// GitHub Pages, which leaves out names that begin with `_` unless there is a file `.nojekyll`.
struct GitHubPages: StaticHost {
    package let name = "github-pages"
    let title = "GitHub Pages"
    package let files = [BundleFile(path: ".nojekyll", bytes: [])]
    let advice = "a site has at most 1 GB, a file 100 MB; the cache time of 10 minutes is fixed"
}

internal import ZigguratCore

/// GitHub Pages. Without the file `.nojekyll`, it skips files whose names begin with `_`.
struct GitHubPages: StaticHost {
    package let name = "github-pages"
    let title = "GitHub Pages"
    package let files = [BundleFile(path: ".nojekyll", bytes: [])]
    let advice = "a site has at most 1 GB, a file 100 MB; the cache time of 10 minutes is fixed"
}

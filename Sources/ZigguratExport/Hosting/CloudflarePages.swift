internal import ZigguratCore

/// Cloudflare Pages. It sets the headers that the file `_headers` lists.
struct CloudflarePages: StaticHost {
    package let name = "cloudflare"
    let title = "Cloudflare Pages"
    package let files = [HeaderFile.file]
    let advice = "a free site has at most 20,000 files, a file 25 MiB; R2 holds more"
}

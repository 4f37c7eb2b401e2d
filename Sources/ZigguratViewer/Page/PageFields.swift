import FoundationEssentials
internal import ZigguratCore
internal import ZigguratSystem

/// The values of the placeholders in `page.html`.
struct PageFields: Encodable {
    let policy, style: String
    /// A script that runs before anything is drawn.
    let start: String
    /// In the order in which they run.
    let scripts: [Script]
    let config, title, size: String
    let caption: PageDescription.CaptionMember
    let rightsAddress: String?
    let links: [Link]
    let thumbnail, placeholder: String?
    /// The published address of the page, if the base address is known.
    let pageAddress: String?
    /// The address of the thumbnail: absolute if `pageAddress` is known.
    let cardImage: String?

    /// A file, or code inside the page.
    struct Script: Encodable {
        var address: String?
        var code: String?
    }

    struct Link: Encodable {
        let title, address: String
        let kind: String?
        let isBeside, isManifest, isOriginal: Bool

        init(_ link: PageLink) {
            (title, address, kind) = (link.title, link.address, link.kind)
            isBeside = link.isBeside ?? false
            isManifest = kind == "manifest"
            isOriginal = kind == "original"
        }
    }

    init(
        of page: PageDescription, policy: String, style: String, start: String, scripts: [Script],
        config: String
    ) {
        let bundle = page.bundle
        (self.policy, self.style, self.start) = (policy, style, start)
        (self.scripts, self.config) = (scripts, config)
        title = bundle.title
        size = bundle.pyramid.imageSize.grouped
        caption = PageDescription.CaptionMember(bundle.caption)
        rightsAddress = bundle.caption.rights.flatMap(Self.webAddress)
        links = page.links.map(Link.init)
        thumbnail = page.thumbnail.map(PercentEncoding.path)
        placeholder = page.placeholderAddress
        let address = bundle.baseURL == nil ? nil : bundle.address
        pageAddress = address.map { $0 + "/" }
        cardImage = thumbnail.map { path in address.map { "\($0)/\(path)" } ?? path }
    }

    /// A text that is an http or https address; `nil` otherwise.
    static func webAddress(_ text: String) -> String? {
        let start = text.prefix(8).lowercased()
        let isWeb = start.hasPrefix("http://") || start.hasPrefix("https://")
        let isClean = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        return isWeb && isClean ? text : nil
    }

    /// A test compares these with the encoded names.
    static let rules = TemplateCheck.Rules(
        names: [
            "scripts", "address", "title", "size", "caption.description", "caption.attribution",
            "caption.rights", "rightsAddress", "links", "kind", "isBeside", "isManifest",
            "isOriginal", "thumbnail", "placeholder", "pageAddress", "cardImage",
        ],
        code: ["policy", "style", "start", "code", "config"],
        required: [
            #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
            "{{{style}}}", "<script>{{{start}}}</script>",
            #"<script type="application/json" id="ziggurat-config">{{{config}}}</script>"#,
            "{{#scripts}}",
        ])
}

extension PageDescription {
    /// The placeholder as a `data:` address.
    var placeholderAddress: String? {
        placeholder.map { "data:image/jpeg;base64," + Data($0).base64EncodedString() }
    }
}

extension PixelSize {
    /// For example `12,000 × 8,000`.
    var grouped: String { "\(width.grouped) × \(height.grouped)" }
}

extension Int {
    /// The number with a comma between every three digits.
    var grouped: String {
        var result = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { result = "," + result }
            result = String(digit) + result
        }
        return result
    }
}

public import ZigguratCore
public import ZigguratSystem

/// Tiles under names of the publisher's own, for viewers that nobody has heard of.
public struct TemplateLayout: Layout {
    public let name = "template"
    public let summary = "names of your own, written as a template: any other viewer"
    public let rules = TilingRules()
    public let blanks = BlankRule.page
    public let naming: any NamingStrategy
    public let densities: [Int]
    private let template: PathTemplate
    /// Whether somebody wrote the template; otherwise it is only an example.
    private let isChosen: Bool

    /// - Parameter naming: see ``PathTemplate``.
    /// - Throws: ``ZigguratError`` where the template is none.
    public init(_ naming: String, scales: [Int] = [1]) throws(ZigguratError) {
        self.init(try PathTemplate(naming), scales: scales, isChosen: true)
    }

    private init(_ template: PathTemplate, scales: [Int], isChosen: Bool) {
        self.template = template
        self.isChosen = isChosen
        naming = TemplateNaming(template)
        densities = scales
    }

    /// What the list of layouts shows, and nobody exports.
    static let example = TemplateLayout(
        TemplateNaming(literal: "{name}/{z}/{x}_{y}{scale}.{ext}").template, scales: [1],
        isChosen: false)

    private static let namingName = "naming"

    public var settings: [String: String] {
        Densities.setting(densities).merging([Self.namingName: template.description]) { $1 }
    }

    public func with(_ settings: [String: String]) throws(ZigguratError) -> any Layout {
        let scales = try Densities.read(settings) ?? densities
        guard let text = settings[Self.namingName] else {
            return TemplateLayout(template, scales: scales, isChosen: isChosen)
        }
        return try TemplateLayout(text, scales: scales)
    }

    /// Every path of every tile, before one is written.
    public func check(_ pyramids: [Pyramid]) throws(ZigguratError) {
        guard isChosen else {
            throw ZigguratError(
                .invalidOptions, "", "the layout template has no names for its tiles",
                remedy: "write them with --naming, as in --naming '\(template)'")
        }
        try NamingCheck(template).check(pyramids)
    }
}

extension Layout where Self == TemplateLayout {
    /// Tiles under names by a template, such as `{z}/{x}_{y}{scale}.{ext}`.
    public static func template(
        _ naming: String, scales: [Int] = [1]
    ) throws(ZigguratError) -> TemplateLayout {
        try TemplateLayout(naming, scales: scales)
    }
}

package import ZigguratCore
package import ZigguratSystem

/// Tiles with names by a template of the user, for any other viewer.
package struct TemplateLayout: PyramidChecking, ConfigurableLayout {
    package let name = "template"
    package let summary = "names of your own, written as a template: any other viewer"
    package var rules: TilingRules { TilingRules(densities: densities, blanks: .page) }
    package let naming: any NamingStrategy
    package let densities: [Int]
    private let template: PathTemplate
    /// Whether the user chose the template; `false` for the example.
    private let isChosen: Bool

    package struct Settings: Codable, Hashable, Sendable {
        package var naming: String
        @CodedAsText package var scales: CommaList<Int>
    }

    /// - Parameter naming: see ``PathTemplate``.
    /// - Throws: ``NamingFailure`` if the template is invalid.
    package init(_ naming: String, scales: [Int] = [1]) throws(ZigguratError) {
        self.init(try PathTemplate(naming), scales: scales, isChosen: true)
    }

    private init(_ template: PathTemplate, scales: [Int], isChosen: Bool) {
        self.template = template
        self.isChosen = isChosen
        naming = TemplateNaming(template)
        densities = scales
    }

    /// The layout in lists and help texts, which cannot be exported.
    static let example = TemplateLayout(
        TemplateNaming(literal: "{name}/{z}/{x}_{y}{scale}.{ext}").template, scales: [1],
        isChosen: false)

    package init(settings: Settings) throws(ZigguratError) {
        let densities = try ScaleSettings(scales: settings.scales.elements)
            .densities(of: ScaleSettings.web)
        self.init(try PathTemplate(settings.naming), scales: densities, isChosen: true)
    }

    package var settings: Settings {
        Settings(naming: template.description, scales: CommaList(densities))
    }

    /// Checks the paths of all tiles.
    package func validate(_ pyramids: [Pyramid]) throws(ZigguratError) {
        guard isChosen else {
            throw ZigguratError(
                LayoutFailure.missingTemplate(example: template.description), "layout \(name)")
        }
        try NamingCheck(template: template).check(pyramids)
    }
}

extension Layout where Self == TemplateLayout {
    /// Tiles with names by a template, such as `{z}/{x}_{y}{scale}.{ext}`.
    package static func template(
        _ naming: String, scales: [Int] = [1]
    ) throws(ZigguratError) -> TemplateLayout {
        try TemplateLayout(naming, scales: scales)
    }
}

import ZigguratCore
import ZigguratViewer

@testable import ZigguratViewer

extension FuzzTarget {
    /// A page template: checked, and rendered in any case, since Mustache reads what the check
    /// rejects.
    static let pageTemplate = FuzzTarget("page-template") { input in
        let template = Template(place: "page.html", bytes: input)
        let data: JSONValue = [
            "title": .string("A <title>"), "config": .string("{}"),
            "links": .array([.null, .null]),
        ]
        _ = try? template.rendered(with: data)
        _ = try? PageTemplates(replacing: ["page.html": template])
    }
}

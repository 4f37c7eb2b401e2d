/// Everything that one instance of a command declares, in order.
///
/// Declarations are found by reflection: a property wrapper around `tileSize` is a stored property
/// called `_tileSize`. Each parameter found writes into the instance it was found in.
struct Declarations: Sendable {
    /// Parameters that help shows together; those without a title are the command's own.
    struct Section: Sendable {
        let title: String?
        var parameters: [Parameter]
    }

    private(set) var sections: [Section] = []
    private(set) var exclusions: [[String]] = []
    private var sets: [any ParameterSet] = []

    init(of set: any ParameterSet) {
        collect(set, title: nil)
    }

    var parameters: [Parameter] { sections.flatMap(\.parameters) }
    var arguments: [Parameter] { parameters.filter { $0.kind == .argument } }
    var options: [Parameter] { parameters.filter { $0.kind != .argument } }

    /// Lets every set look at its values, those inside a group before those around it.
    func validate() throws(CommandLineError) {
        for set in sets { try set.validate() }
    }

    private mutating func collect(_ set: any ParameterSet, title: String?) {
        for child in Mirror(reflecting: set).children {
            if let declared = child.value as? any DeclaredParameter, let label = child.label {
                append(declared.parameter(of: String(label.drop { $0 == "_" })), title: title)
            } else if let group = child.value as? any DeclaredGroup {
                collect(group.members, title: group.title ?? title)
            }
        }
        exclusions += type(of: set).exclusions
        sets.append(set)
    }

    private mutating func append(_ parameter: Parameter, title: String?) {
        if let index = sections.firstIndex(where: { $0.title == title }) {
            sections[index].parameters.append(parameter)
        } else {
            sections.append(Section(title: title, parameters: [parameter]))
        }
    }
}

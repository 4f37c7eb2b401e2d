/// Everything that one instance of a command declares, in order. Each parameter writes into that
/// instance.
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

    /// In the order of help: those of a section stand together.
    var parameters: [Parameter] { sections.flatMap(\.parameters) }
    var arguments: [Parameter] { parameters.filter { $0.kind == .argument } }
    var options: [Parameter] { parameters.filter { $0.kind != .argument } }

    /// Lets every set look at its values, those inside a group before those around it.
    func validate() throws(CommandLineError) {
        for set in sets { try set.validate() }
    }

    private mutating func collect(_ set: any ParameterSet, title: String?) {
        for (name, content) in set.declared.properties {
            switch content {
            case .parameter(let declaration): append(Parameter(name, declaration), title: title)
            case .set(let members, let ownTitle): collect(members, title: ownTitle ?? title)
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

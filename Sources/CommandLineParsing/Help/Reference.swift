/// The help of all commands in one document, generated from the declarations.
struct Reference {
    /// The form of the document.
    enum Format: String, CaseIterable {
        /// A page for `man`, in roff.
        case man
        case markdown
    }

    /// The parameters of a command under one title.
    struct Group {
        let title: String
        let parameters: [Parameter]
    }

    let program: Program

    init(of program: Program) {
        self.program = program
    }

    func text(as format: Format) -> String {
        switch format {
        case .man: ManPage(reference: self).text
        case .markdown: MarkdownReference(reference: self).text
        }
    }

    /// Returns the arguments and the options of a command, in the order of its help.
    func groups(of command: CommandEntry) -> [Group] {
        let declarations = command.declarations
        let sections = declarations.sections.map { section in
            Group(
                title: section.title ?? "Options",
                parameters: section.parameters.filter { $0.kind != .argument })
        }
        let own = sections.filter { $0.title == "Options" }
        let groups =
            [Group(title: "Arguments", parameters: declarations.arguments)] + own
            + sections.filter { $0.title != "Options" }
        return groups.filter { !$0.parameters.isEmpty }
    }
}

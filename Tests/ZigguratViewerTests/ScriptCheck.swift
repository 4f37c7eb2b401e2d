@testable import ZigguratViewer

/// A check of the lines `// needs:` of scripts against the members of `ziggurat` that they use.
struct ScriptCheck {
    enum Problem: Hashable {
        /// The first line does not state needs.
        case noLine(String)
        case unknownScript(String, in: String)
        case cycle(String)
        case undeclaredMember(String, in: String)
        /// The script uses a member of a script that it does not name.
        case missingNeed(String, in: String)
        case unusedNeed(String, in: String)
        /// A member of an optional script is used without `?.`.
        case unguardedMember(String, in: String)
        case declaredTwice(String)
        /// The page adds a value with this name when it starts.
        case pageValue(String)
        case otherGlobal(String, in: String)
        /// A check whether a global exists.
        case typeof(in: String)
    }

    private static let namespace = "head/namespace.js"

    /// The code of the scripts without comments, by name.
    private let code: [String: String]
    private let needs: [String: [ScriptNeeds.Need]]
    private var homes: [String: String] = [:]
    private(set) var problems: Set<Problem> = []

    /// - Parameter scripts: the scripts with their comments, by name.
    init(_ scripts: [String: String]) {
        code = scripts.mapValues { script in
            String(decoding: CompactCode.scriptWithSpaces(Array(script.utf8)), as: UTF8.self)
                .replacing(/\/\*.*?\*\//, with: "")
        }
        needs = scripts.compactMapValues(ScriptNeeds.needs)
        for name in scripts.keys where needs[name] == nil { problems.insert(.noLine(name)) }
        for (name, script) in scripts { readDeclarations(of: name, script) }
        let values =
            (scripts["page/view.js"] ?? "").split(separator: "@typedef {object} Page ")
            .last?.matches(of: /@property \{.*\} \[?(\w+)/).map { String($0.output.1) } ?? []
        problems.formUnion(values.filter { homes[$0] != nil }.map(Problem.pageValue))
        for (name, code) in code { checkUses(in: name, code) }
        checkGraph()
    }

    private mutating func readDeclarations(of name: String, _ script: String) {
        for match in script.matches(of: /(?m)^ziggurat\.(\w+) =/) {
            let member = String(match.output.1)
            if homes.updateValue(name, forKey: member) != nil {
                problems.insert(.declaredTwice(member))
            }
        }
        for match in script.matches(of: /(?m)^(?:async )?(?:const|let|var|function|class) (\w+)/)
        where name != Self.namespace {
            problems.insert(.otherGlobal(String(match.output.1), in: name))
        }
        if code[name]?.contains("typeof ziggurat") ?? false { problems.insert(.typeof(in: name)) }
    }

    /// The members that a script uses, and whether it uses them without a guard.
    private static func uses(in code: String) -> [(member: String, isUnguarded: Bool)] {
        let members = code.matches(of: /(?:^|[^\w.\/'"`-])ziggurat\.(\w+)(\?\.|[.(\[]| = )?/)
            .filter { $0.output.2 != " = " }
            .map { (String($0.output.1), $0.output.2 != nil && $0.output.2 != "?.") }
        let parts = code.matches(of: /\{([^{}]*)\} = ziggurat;/).flatMap { match in
            match.output.1.split(separator: ",").map { part in
                (String(part.prefix { $0 != ":" }.filter { $0 != " " }), true)
            }
        }
        return members + parts
    }

    private mutating func checkUses(in name: String, _ code: String) {
        let own = needs[name] ?? []
        let uses = Self.uses(in: code)
        for (member, isUnguarded) in uses where homes[member] != name {
            guard let home = homes[member] else {
                problems.insert(.undeclaredMember(member, in: name))
                continue
            }
            guard let need = own.first(where: { $0.script == home }) else {
                problems.insert(.missingNeed(home, in: name))
                continue
            }
            if need.isOptional, isUnguarded { problems.insert(.unguardedMember(member, in: name)) }
        }
        let used = Set(uses.compactMap { homes[$0.member] })
        for need in own where need.script != Self.namespace && !used.contains(need.script) {
            problems.insert(.unusedNeed(need.script, in: name))
        }
        let mentions = code.contains(/(?:^|[^\w.\/'"`-])ziggurat\./)
        if mentions, own.isEmpty, name != Self.namespace {
            problems.insert(.missingNeed(Self.namespace, in: name))
        }
    }

    private mutating func checkGraph() {
        var done: Set<String> = []
        var open: Set<String> = []
        func visit(_ name: String) -> [Problem] {
            guard !open.contains(name) else { return [.cycle(name)] }
            guard done.insert(name).inserted else { return [] }
            open.insert(name)
            defer { open.remove(name) }
            return (needs[name] ?? []).flatMap { need in
                code[need.script] == nil
                    ? [.unknownScript(need.script, in: name)] : visit(need.script)
            }
        }
        for name in code.keys.sorted() { problems.formUnion(visit(name)) }
    }
}

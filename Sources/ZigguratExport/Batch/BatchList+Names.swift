internal import ZigguratCore
internal import ZigguratStore
internal import ZigguratSystem

extension BatchList {
    /// Removes all entries whose names clash with other entries, and records a failure for each
    /// clash.
    mutating func dropClashes() {
        guard entries.count > 1 else { return }
        // The path of an entry's export. Names of single exports are compared with paths of book
        // pages.
        func place(_ entry: Entry) -> String {
            (entry.book.map { "\(books[$0].name)/" } ?? "") + entry.name
        }
        var counts: [String: Int] = [:]
        counts.reserveCapacity(entries.count)
        for entry in entries { counts[place(entry), default: 0] += 1 }
        var clashing: [String: [Entry]] = [:]
        if counts.count < entries.count || !books.isEmpty {
            let names = Set(books.map(\.name))
            let candidates = entries.filter {
                counts[place($0), default: 0] > 1 || names.contains(place($0))
            }
            clashing = Dictionary(grouping: candidates, by: place)
        }
        let byPlace = clashing
        clashing = clashing.filter { $0.value.count > 1 }
        for (_, rivals) in clashing.sorted(by: { $0.key < $1.key }) {
            failures.append(Self.clash(of: rivals.map(\.path), over: rivals[0].name))
        }
        // Finds books that share their name with another book or an image.
        let byName = Dictionary(grouping: books.indices, by: { books[$0].name })
        for (name, indexes) in byName.sorted(by: { $0.key < $1.key }) {
            let paths = indexes.map { books[$0].path } + (byPlace[name] ?? []).map(\.path)
            guard paths.count > 1 else { continue }
            failures.append(Self.clash(of: paths, over: name))
            clashing[name] = []
            for entry in entries where entry.book.map(indexes.contains) ?? false {
                clashing[place(entry)] = []
            }
        }
        func isTaken(_ name: String) -> Bool { counts[name] != nil || byName[name] != nil }
        for entry in entries where clashing[place(entry)] == nil {
            let name = entry.book.map { books[$0].name } ?? entry.name
            guard let outer = ExportName.parents(of: name).first(where: isTaken) else {
                continue
            }
            failures.append(
                ZigguratError(
                    ExportNaming.Failure.insideOther(name, export: outer), entry.path))
            clashing[place(entry)] = []
        }
        guard !clashing.isEmpty else { return }
        for index in books.indices {
            let name = books[index].name
            books[index].pages.removeAll { clashing["\(name)/\($0.name)"] != nil }
        }
        entries.removeAll { clashing[place($0)] != nil }
    }

    private static func clash(of rivals: [String], over name: String) -> ZigguratError {
        // Suggests a simple template that gives each image a different name, if one exists.
        let template = ["{stem}-{ext}", "{parent}-{stem}"].first { template in
            guard let naming = try? ExportNaming(template) else { return false }
            return Set(rivals.map { naming.name(of: $0, number: 1) }).count == rivals.count
        }
        return ZigguratError(
            ExportNaming.Failure.clash(
                name, count: rivals.count, template: template ?? "{stem}-{number}"),
            rivals.joined(separator: " and "))
    }
}

internal import ZigguratStore
internal import ZigguratSystem

extension BatchList {
    /// Adds a page to a book.
    ///
    /// The page of a document is named after its number. An image in a folder is named after its
    /// file.
    package mutating func add(
        _ entry: Entry, toBook index: Int, page: Int, of count: Int
    ) {
        let stem = Path.stem(of: entry.path)
        let number = ExportNaming.page(page, of: count)
        let isFile = books[index].isFile
        let record = entry.record
        let name =
            (count == 1 || record?.page != nil ? record?.name : nil)
            ?? (isFile ? "p\(number)" : count > 1 ? "\(stem)-p\(number)" : stem)
        var named = Entry(path: entry.path, name: name, page: entry.page, record: record)
        named.book = index
        let label =
            record?.label ?? record?.title
            ?? (isFile ? books[index].contents?.label(ofPage: page) ?? String(page) : name)
        named.label = label
        entries.append(named)
        books[index].pages.append(
            BookPlan.Page(
                name: name, label: label, section: record?.sectionPath ?? [],
                number: page, order: record?.order))
    }

    /// Sorts the pages of each book. Pages with a position in the metadata come first.
    mutating func sortBooks() {
        for index in books.indices {
            guard books[index].pages.contains(where: { $0.order != nil }) else { continue }
            let sorted = books[index].pages.enumerated().sorted {
                ($0.element.order ?? .infinity, $0.offset)
                    < ($1.element.order ?? .infinity, $1.offset)
            }
            books[index].pages = sorted.map(\.element)
        }
    }
}

/// What there is to remark on many things: each remark is said once, at the end, with what it is
/// about.
struct Remarks {
    private var entries: [(text: String, subjects: [String])] = []

    mutating func add(_ text: String, on subject: String) {
        if let index = entries.firstIndex(where: { $0.text == text }) {
            entries[index].subjects.append(subject)
        } else {
            entries.append((text, [subject]))
        }
    }

    /// - Parameter noun: what the subjects are, for a remark on more than one: `export`.
    func print(of noun: String, on console: Console) {
        for (text, subjects) in entries {
            let subject =
                subjects.count == 1 ? subjects[0] : Amount.count(subjects.count, of: noun)
            console.note("note: \(subject): \(text)")
        }
    }
}

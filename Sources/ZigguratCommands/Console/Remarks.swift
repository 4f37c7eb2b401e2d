/// Notes on many exports. Each note is printed once.
struct Remarks {
    private var entries: [(message: Message, subjects: [String])] = []

    mutating func add(_ message: Message, on subject: String) {
        if let index = entries.firstIndex(where: { $0.message == message }) {
            entries[index].subjects.append(subject)
        } else {
            entries.append((message, [subject]))
        }
    }

    /// - Parameter noun: the noun for the subjects, such as `export`.
    func print(of noun: String, on console: Console) {
        for (message, subjects) in entries {
            let subject =
                subjects.count == 1 ? subjects[0] : Amount.count(subjects.count, of: noun)
            console.note(message, about: subject)
        }
    }
}

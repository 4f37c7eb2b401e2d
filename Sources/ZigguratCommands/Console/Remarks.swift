/// Collects notes on many exports, to print each note once.
struct Remarks {
    private var entries: [(message: Message, subjects: [String])] = []

    mutating func add(_ message: Message, on subject: String) {
        if let index = entries.firstIndex(where: { $0.message == message }) {
            entries[index].subjects.append(subject)
        } else {
            entries.append((message, [subject]))
        }
    }

    /// - Parameter noun: what the subjects are: `export`.
    func print(of noun: String, on console: Console) {
        for (message, subjects) in entries {
            let subject =
                subjects.count == 1 ? subjects[0] : Amount.count(subjects.count, of: noun)
            console.note(message, about: subject)
        }
    }
}

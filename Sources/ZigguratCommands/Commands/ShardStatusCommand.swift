internal import CommandLineParsing
internal import ZigguratKit

struct ShardStatusCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "shard status", abstract: "Print the state of each shard",
        discussion: """
            Prints a table of the shards: done, running, failed or missing, and the time left. \
            The time is estimated from the shards that are done, and from the number of shards \
            that run now.
            """,
        examples: [.init("ziggurat shard status plan")])

    @OptionGroup var place: ShardPlanArgument
    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let statuses = try place.read().statuses()
        guard !output.json else {
            try context.console.print(json: document(of: statuses))
            return .done
        }
        for line in lines(of: statuses) { context.console.print(line) }
        return .done
    }

    private func lines(of statuses: [ShardStatus]) -> [String] {
        let hasBands = statuses.contains { $0.shard.bands != nil }
        var rows = [["shard", "state", "images", "tiles", "time"]]
        rows += statuses.map { status in
            [
                String(status.number), status.state.rawValue,
                Amount.count(status.shard.images), status.shard.tiles.map(Amount.count) ?? "",
                status.result.map { Amount.duration($0.seconds) } ?? "",
            ]
        }
        if hasBands {
            rows[0].insert("bands", at: 3)
            for (index, status) in statuses.enumerated() {
                rows[index + 1].insert(Amount.count(status.shard.bands ?? 0), at: 3)
            }
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            let cells = zip(row, widths).map { Amount.padded($0, to: $1) }
            return Self.withoutTrailingSpaces(cells.joined(separator: "  "))
        }
        for status in statuses where status.state == .failed {
            for failure in status.result?.failures ?? [] {
                // Another user may have written the result, so control characters are escaped.
                let line = "shard \(status.number): \(failure.subject): \(failure.problem)"
                lines.append(ArgumentText(line).escaped)
            }
        }
        let states = ShardStatus.State.allCases.map { state in
            "\(Amount.count(statuses.count { $0.state == state })) \(state.rawValue)"
        }
        let left = statuses.secondsLeft.map { ", about \(Amount.duration($0)) left" } ?? ""
        let isDone = statuses.allSatisfy { $0.state == .done }
        return lines + [states.joined(separator: ", ") + (isDone ? "" : left)]
    }

    private static func withoutTrailingSpaces(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    private func document(of statuses: [ShardStatus]) -> JSONObject {
        var summary: JSONObject = ["secondsLeft": statuses.secondsLeft]
        for state in ShardStatus.State.allCases {
            summary[state.rawValue] = statuses.count { $0.state == state }
        }
        return [
            "shards": statuses.map { status -> JSONObject in
                [
                    "number": status.number, "state": status.state,
                    "images": status.shard.images, "bands": status.shard.bands,
                    "tiles": status.shard.tiles,
                    "bytes": status.shard.bytes, "cost": status.shard.cost,
                    "seconds": status.result?.seconds, "exported": status.result?.exported,
                    "upToDate": status.result?.upToDate, "failures": status.result?.failures,
                ]
            },
            "summary": summary,
        ]
    }
}

public import ZigguratCore
internal import ZigguratSystem

/// Every built-in container, in the order in which they are listed.
public enum ContainerRegistry {
    public static let all: [any ContainerFormat] = [
        .folder,
        .zip,
        .szi,
        .pmtiles,
        .mbtiles,
    ]

    public static var names: [String] { all.map(\.name) }

    /// The container of that name, written exactly so; `nil` where there is none.
    public static func format(named name: String) -> (any ContainerFormat)? {
        all.first { $0.name == name }
    }
}

internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratSystem

extension BundleFile {
    /// Reads a JSON document of a plan.
    ///
    /// - Throws: ``ShardFailure/damaged``.
    static func decoded<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], of place: String
    ) throws(ZigguratError) -> Value {
        guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else {
            throw ZigguratError(ShardFailure.damaged, place)
        }
        return value
    }
}

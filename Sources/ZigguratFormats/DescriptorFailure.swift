internal import ZigguratCore
internal import ZigguratSystem

extension ZigguratError {
    /// Why a descriptor in XML cannot be read.
    init(descriptor place: String, _ failure: XMLFailure) {
        if let remedy = failure.remedy {
            self.init(
                .invalidPyramid, place, "the descriptor cannot be read: \(failure)",
                remedy: remedy)
        } else {
            self.init(
                .invalidPyramid, place, "the descriptor is broken: \(failure)",
                remedy: "write it, or the pyramid, again")
        }
    }
}

internal import ZigguratSystem

/// Numbers that look random and are the same on every machine, thread and day.
enum SampleNoise {
    /// A well mixed 32-bit number for a place in a lattice.
    @inline(__always)
    static func hash(_ a: Int, _ b: Int, _ salt: UInt32) -> UInt32 {
        var h =
            (UInt32(truncatingIfNeeded: a) &* 0x9E37_79B1)
            ^ (UInt32(truncatingIfNeeded: b) &* 0x85EB_CA77) ^ (salt &* 0xC2B2_AE3D)
        h ^= h >> 15
        h = h &* 0x2C1B_3C6D
        h ^= h >> 12
        h = h &* 0x297A_2D39
        h ^= h >> 15
        return h
    }

    /// The same as a fraction, 0 up to but not including 1.
    @inline(__always)
    static func unit(_ a: Int, _ b: Int, _ salt: UInt32) -> Float {
        Float(hash(a, b, salt) >> 8) * (1 / 16_777_216)
    }

    /// The largest whole number not above `x`, without the library call that `rounded` makes on
    /// processors of the x86-64 base line.
    @inline(__always)
    static func floor(_ x: Float) -> Int {
        let cut = Int(x)
        return Float(cut) > x ? cut - 1 : cut
    }

    /// Smooth noise with one value for each unit square, 0 to 1.
    static func value(_ x: Float, _ y: Float, _ salt: UInt32) -> Float {
        let column = floor(x)
        let row = floor(y)
        var u = x - Float(column)
        var v = y - Float(row)
        u = u * u * (3 - 2 * u)
        v = v * v * (3 - 2 * v)
        let a = unit(column, row, salt)
        let b = unit(column + 1, row, salt)
        let c = unit(column, row + 1, salt)
        let d = unit(column + 1, row + 1, salt)
        let top = a + (b - a) * u
        return top + (c + (d - c) * u - top) * v
    }

    /// Octaves of `value`, each of twice the frequency and half the height, 0 to 1.
    static func fractal(_ x: Float, _ y: Float, octaves: Int, _ salt: UInt32) -> Float {
        var sum: Float = 0
        var weight: Float = 0.5
        var total: Float = 0
        var scale: Float = 1
        for octave in 0..<octaves {
            let salt = salt &+ UInt32(truncatingIfNeeded: octave)
            sum += weight * value(x * scale, y * scale, salt)
            total += weight
            weight *= 0.5
            scale *= 2.03
        }
        return sum / total
    }
}

/// Pseudo-random numbers that are equal on every machine and thread.
enum Noise {
    /// Returns a well-mixed number for a lattice point.
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

    /// Returns a well-mixed fraction for a lattice point, from 0 up to but not including 1.
    @inline(__always)
    static func unit(_ a: Int, _ b: Int, _ salt: UInt32) -> Float {
        Float(hash(a, b, salt) >> 8) * (1 / 16_777_216)
    }

    /// Returns the largest integer not above `x`, without calling the C library.
    @inline(__always)
    static func floor(_ x: Float) -> Int {
        let truncated = Int(x)
        return Float(truncated) > x ? truncated - 1 : truncated
    }

    /// Returns the lattice cell that contains `x`, and the offset in the cell, in units.
    @inline(__always)
    static func cell(_ x: Float, _ size: Float) -> (index: Int, offset: Float) {
        let index = floor(x / size)
        return (index, x - Float(index) * size)
    }

    /// Returns smooth noise from 0 to 1, with one value for each unit square.
    static func value(_ x: Float, _ y: Float, _ salt: UInt32) -> Float {
        let (column, row) = (floor(x), floor(y))
        var (u, v) = (x - Float(column), y - Float(row))
        u = u * u * (3 - 2 * u)
        v = v * v * (3 - 2 * v)
        let a = unit(column, row, salt)
        let b = unit(column + 1, row, salt)
        let c = unit(column, row + 1, salt)
        let d = unit(column + 1, row + 1, salt)
        let top = a + (b - a) * u
        return top + (c + (d - c) * u - top) * v
    }

    /// Returns the sum of octaves of ``value(_:_:_:)``, from 0 to 1. Each octave has twice the
    /// frequency and half the amplitude of the octave before it.
    static func fractal(_ x: Float, _ y: Float, octaves: Int, _ salt: UInt32) -> Float {
        var (sum, weight, scale): (Float, Float, Float) = (0, 0.5, 1)
        for octave in 0..<octaves {
            sum += weight * value(x * scale, y * scale, salt &+ UInt32(octave))
            weight *= 0.5
            scale *= 2.03
        }
        return sum / (1 - 2 * weight)
    }
}

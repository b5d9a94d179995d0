/// Functions of real numbers by addition, multiplication, division and roots alone.
///
/// IEEE 754 says of these to the last digit what they give, of a logarithm it does not: two laptops
/// of two makers would print two ranges of one audit.
enum Elementary {
    static func log(_ number: Double) -> Double {
        var fraction = number.significand
        var exponent = Double(number.exponent)
        if fraction > 1.5 {
            fraction /= 2
            exponent += 1
        }
        return 2 * series((fraction - 1) / (fraction + 1), sign: 1) + exponent * logOfTwo
    }

    static func exp(_ number: Double) -> Double {
        let power = (number / logOfTwo).rounded()
        let rest = number - power * logOfTwo
        let sum = stride(from: 18.0, to: 0, by: -1).reduce(1) { 1 + rest / $1 * $0 }
        return sum * Double(sign: .plus, exponent: Int(power), significand: 1)
    }

    static func atan(_ number: Double) -> Double {
        var eighth = number
        for _ in 0..<3 { eighth /= 1 + (1 + eighth * eighth).squareRoot() }
        return 8 * series(eighth, sign: -1)
    }

    /// Fisher's z, between -1 and 1.
    static func atanh(_ number: Double) -> Double { log((1 + number) / (1 - number)) / 2 }

    static func tanh(_ number: Double) -> Double {
        // Beyond 20 it is 1 to the last digit.
        let power = exp(2 * min(max(number, -20), 20))
        return (power - 1) / (power + 1)
    }

    static let pi = 4 * atan(1)

    private static let logOfTwo = 2 * series(1 / 3, sign: 1)

    /// The inverse tangent, and with the sign 1 the hyperbolic one, of what is at most a third.
    private static func series(_ number: Double, sign: Double) -> Double {
        let square = sign * number * number
        // From the smallest on, so that nothing is lost; behind the last a digit would not change.
        return stride(from: 39.0, to: 0, by: -2).reduce(0) { 1 / $1 + square * $0 } * number
    }
}

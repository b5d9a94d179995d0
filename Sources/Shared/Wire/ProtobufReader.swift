/// Reads protobuf as Accord's own encoder writes it: each field once, in ascending order.
///
/// For the messages of the hot paths, whose generated code takes several times as long. Whatever
/// is unusual (another order, an unknown field, a wrong type) ends the reading with `isWhole`
/// false, and the generated code then has the say: there is one meaning, and a short way to it.
struct ProtobufReader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int
    private var isUnusual = false

    init(_ bytes: [UInt8]) { self.init(bytes, bytes.indices) }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var isWhole: Bool { position == end && !isUnusual }
    mutating func integer(_ field: UInt8) -> UInt64? { take(field << 3) ? varint() : nil }

    mutating func range(_ field: UInt8) -> Range<Int>? {
        guard take(field << 3 | 2), let count = varint() else { return nil }
        guard count <= UInt64(end - position) else { return fail() }
        defer { position += Int(count) }
        return position..<position + Int(count)
    }

    /// The next field's integers in packed form; nil when the next field is another one.
    mutating func integers(_ field: UInt8) -> [UInt64]? {
        guard let range = range(field) else { return nil }
        var packed = Self(bytes, range)
        var result: [UInt64] = []
        while packed.position < packed.end, let value = packed.varint() { result.append(value) }
        return packed.isWhole ? result : fail()
    }

    /// The next field's sixteen bytes as an id; nil when it is another field, or has other bytes.
    mutating func identifier<Kind>(
        _ field: UInt8, _ type: Identifier<Kind>.Type = Identifier<Kind>.self
    ) -> Identifier<Kind>? {
        guard let range = range(field) else { return nil }
        guard range.count == 16 else { return fail() }
        var reader = ByteReader(bytes, at: range.lowerBound)
        return reader.identifier(type)
    }

    /// The text at a range, in NFC; nil when it is neither.
    func text(_ range: Range<Int>) -> String? {
        bytes.withUnsafeBufferPointer { buffer in
            let slice = UnsafeBufferPointer(rebasing: buffer[range])
            if slice.allSatisfy({ $0 < 0x80 }) { return String(decoding: slice, as: UTF8.self) }
            guard let text = String(validating: slice, as: UTF8.self) else { return nil }
            return Text(canonical: text)?.string
        }
    }

    func copy(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }
    func message(_ range: Range<Int>) -> Self { Self(bytes, range) }

    private mutating func take(_ tag: UInt8) -> Bool {
        guard position < end, bytes[position] == tag else { return false }
        position += 1
        return true
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end, shift < 63 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return fail()
    }

    private mutating func fail<Value>() -> Value? {
        isUnusual = true
        return nil
    }
}

/// Writes protobuf's wire format by hand, for the messages of the hot paths.
///
/// Fields are written in ascending order and left out where they say nothing, so that the bytes
/// are those of the generated code; a test compares them.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func integer(_ field: UInt8, _ value: UInt64) {
        guard value != 0 else { return }
        bytes.append(field << 3)
        Framing.appendVarint(value, to: &bytes)
    }

    mutating func raw(_ field: UInt8, _ value: some Collection<UInt8>) {
        guard !value.isEmpty else { return }
        header(field, count: value.count)
        bytes.append(contentsOf: value)
    }

    mutating func text(_ field: UInt8, _ value: String) { raw(field, value.utf8) }

    mutating func identifier<Kind>(_ field: UInt8, _ identifier: Identifier<Kind>) {
        header(field, count: 16)
        append(identifier.high)
        append(identifier.low)
    }

    mutating func identifiers<Kind>(_ field: UInt8, _ identifiers: [Identifier<Kind>]) {
        guard !identifiers.isEmpty else { return }
        header(field, count: identifiers.count * 16)
        for identifier in identifiers {
            append(identifier.high)
            append(identifier.low)
        }
    }

    /// Writes integers in packed form, nothing for none.
    mutating func integers(_ field: UInt8, _ values: [Int]) {
        guard !values.isEmpty else { return }
        message(field) {
            for value in values { Framing.appendVarint(UInt64(value), to: &$0.bytes) }
        }
    }

    mutating func message(_ field: UInt8, _ fill: (inout ProtobufWriter) -> Void) {
        bytes.append(field << 3 | 2)
        // Nearly all are short: one byte is kept for the length, and a longer length moves them.
        let start = bytes.count
        bytes.append(0)
        fill(&self)
        let count = bytes.count - start - 1
        if count < 0x80 {
            bytes[start] = UInt8(count)
        } else {
            var length: [UInt8] = []
            Framing.appendVarint(UInt64(count), to: &length)
            bytes.replaceSubrange(start...start, with: length)
        }
    }

    /// Writes bytes as they are: the whole content of a message.
    mutating func append(_ content: some Collection<UInt8>) { bytes.append(contentsOf: content) }

    private mutating func header(_ field: UInt8, count: Int) {
        bytes.append(field << 3 | 2)
        Framing.appendVarint(UInt64(count), to: &bytes)
    }

    private mutating func append(_ value: UInt64) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
}

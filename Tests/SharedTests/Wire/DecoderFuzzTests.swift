import Foundation
import SwiftProtobuf
import TestSupport
import Testing

@testable import Shared

/// Every decoder of `Shared` over damaged bytes: no crash, and what decodes has one form.
struct DecoderFuzzTests {
    private static let vectors = (try? GoldenVectors.recorded().vectors) ?? []

    private static func recorded(_ prefix: String) -> [[UInt8]] {
        vectors.filter { $0.name.hasPrefix(prefix) }.compactMap { [UInt8](hex: $0.bytes) }
    }

    @Test func `a change's body`() {
        let samples = Self.recorded("body.")
        #expect(samples.count > 5)
        let found = Fuzz.violations(of: "change body", samples: samples, count: 6_000) { bytes in
            let dot = Dot(replica: Sample.replica(1), n: 1)
            guard let change = try? Change(key: Sample.state, dot: dot, bytes: bytes) else {
                return .refused
            }
            let copy = Change(key: Sample.state, dot: dot, body: change.body)
            let read = try? Change(key: Sample.state, dot: dot, bytes: copy.bytes)
            guard read?.body == change.body else {
                return .broken("encoded, it decodes to something else")
            }
            guard change.issuedAgain(at: dot).edit == change.edit else {
                return .broken("issued again, it is another edit")
            }
            let record = Record.after([change])
            return .claim(
                (try? Record(decoding: record.encoded()))?.digest == record.digest,
                else: "a record with it decodes to something else")
        }
        #expect(found == [])
    }

    @Test func `a record`() {
        let samples = samples().map { $0.encoded() }
        let found = Fuzz.violations(of: "record", samples: samples, count: 5_000) { bytes in
            guard let record = try? Record(decoding: bytes) else { return .refused }
            let again = try? Record(decoding: record.encoded())
            return .claim(
                again == record && again?.digest == record.digest,
                else: "encoded, it decodes to something else")
        }
        #expect(found == [])
    }

    @Test func `keys, vectors and paths have one form`() {
        let keys = Self.recorded("key.")
        let keyFaults = Fuzz.violations(of: "record key", samples: keys, count: 5_000) { bytes in
            guard let key = RecordKey(bytes: bytes) else { return .refused }
            return .claim(key.bytes == bytes, else: "the key has two forms")
        }
        let vector = VersionVector((1...5).map { Dot(replica: Sample.replica($0), n: 7) }).bytes
        let vectorFaults = Fuzz.violations(
            of: "version vector", samples: [vector], count: 3_000
        ) { bytes in
            guard let vector = VersionVector(bytes: bytes) else { return .refused }
            return .claim(vector.bytes == bytes, else: "the vector has two forms")
        }
        let paths = [Sample.note.path, "/round/2", "/person/9e/role", "a~1b/link/https:~1~1a"]
        let pathFaults = Fuzz.violations(
            of: "field path", samples: paths.map { Array($0.utf8) }, count: 4_000
        ) { bytes in
            guard let text = String(validating: bytes, as: UTF8.self),
                let field = FieldID(path: text)
            else { return .refused }
            _ = (field.name, field.elementCount, field.element)
            return .claim(Array(field.path.utf8) == bytes, else: "the path has two forms")
        }
        #expect(keyFaults + vectorFaults + pathFaults == [])
    }

    @Test func `a stream's frames lie within it, one after the other`() {
        var stream: [UInt8] = []
        for record in samples() { Framing.append(record.encoded(), to: &stream) }
        let found = Fuzz.violations(of: "frames", samples: [stream], count: 3_000) { bytes in
            guard let ranges = Framing.ranges(in: bytes, bytesMax: 100_000) else { return .refused }
            var end = 0
            for range in ranges {
                guard range.lowerBound > end || range.lowerBound == end + 1,
                    range.upperBound <= bytes.count
                else { return .broken("a frame lies elsewhere") }
                end = range.upperBound
                _ = Framing.onlyField(2, in: bytes[range])
            }
            return .sound
        }
        #expect(found == [])
    }

    @Test func `only a cursor as it was sealed is one`() {
        let key = ReceiptKey(bytes: Array(0..<32))
        let cursor = Cursor(
            epoch: EpochID(high: 1, low: 2), audit: Sample.audit, floor: 3, position: 4, head: 5,
            trail: .zero
        ).sealed(by: key)
        let found = Fuzz.violations(of: "cursor", samples: [cursor], count: 3_000) { bytes in
            guard Cursor(sealed: bytes, by: key) != nil else { return .refused }
            return .claim(bytes == cursor, else: "a changed cursor is taken")
        }
        #expect(found == [])
    }

    @Test func `a problem`() {
        let samples = ProblemCode.allCases.map {
            Problem($0, detail: "d", expected: "1", actual: "2", retryAfter: 3).json
        }
        let found = Fuzz.violations(of: "problem", samples: samples, count: 3_000) { bytes in
            guard let problem = Problem(json: bytes) else { return .refused }
            return .claim(Problem(json: problem.json) == problem, else: "it reads back as another")
        }
        #expect(found == [])
    }

    @Test func `a push request, in both forms`() throws {
        var request = WirePushRequest()
        request.first = 1
        request.changes = samples().map { record in
            var pushed = WirePushedChange()
            pushed.key = Data(record.key.bytes)
            pushed.body = Data(record.encoded())
            return pushed
        }
        let binary = Fuzz.violations(
            of: "push request", samples: [request.canonicalBytes()], count: 4_000
        ) { bytes in
            guard let message = try? WirePushRequest(serializedBytes: bytes) else {
                return .refused
            }
            return .claim(
                (try? WirePushRequest(serializedBytes: message.canonicalBytes())) == message,
                else: "it reads back as another")
        }
        let json = Fuzz.violations(
            of: "push request, JSON", samples: [try request.jsonUTF8Bytes()], count: 1_500
        ) { bytes in
            guard let message: WirePushRequest = try? WirePushRequest(jsonUTF8Bytes: bytes),
                let again: [UInt8] = try? message.jsonUTF8Bytes()
            else { return .refused }
            return .claim(
                (try? WirePushRequest(jsonUTF8Bytes: again)) == message,
                else: "it reads back as another")
        }
        #expect(binary + json == [])
    }

    @Test func `zstd gives no more than was allowed`() {
        let plain = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let samples = [plain, Array(plain.prefix(100)), []].map { Zstd.compressed($0, level: 3) }
        let found = Fuzz.violations(of: "zstd", samples: samples, count: 2_500) { bytes in
            guard let decoded = try? Zstd.decompressed(bytes, limit: 40_000) else {
                return .refused
            }
            return .claim(decoded.count <= 40_000, else: "\(decoded.count) bytes came out")
        }
        #expect(found == [])
    }

    @Test func `a catalogue, whose faults name their file`() {
        let samples = EmbeddedFiles.all.filter { $0.path.hasPrefix("config/catalogue/") }
            .map { Array($0.content.description.utf8) }
        #expect(!samples.isEmpty)
        let found = Fuzz.violations(of: "catalogue", samples: samples, count: 500) { bytes in
            do {
                let yaml = String(decoding: bytes, as: UTF8.self)
                _ = try CatalogueLoader.load([(name: "menu.yaml", yaml: yaml)])
                return .sound
            } catch {
                return "\(error)".contains("menu.yaml")
                    ? .refused : .broken("the fault has no place: \(error)")
            }
        }
        #expect(found == [])
    }

    @Test func `a settings file, whose faults name their line`() {
        let yaml = "home: /srv/accord\nstall: 60\nflag: true\n# why\nname: \"a b\"\n"
        let found = Fuzz.violations(of: "settings", samples: [Array(yaml.utf8)], count: 2_500) {
            let yaml = String(decoding: $0, as: UTF8.self)
            do {
                let reader = try SettingsReader<SampleSetting>(
                    prefix: "TEST_", options: [:], environment: [:], file: ("a.yaml", yaml))
                _ = try reader.text(.home)
                _ = try reader.number(.stall, in: 1...600)
                _ = try reader.flag(.flag)
                return .sound
            } catch {
                return "\(error)".contains("a.yaml")
                    ? .refused : .broken("the fault has no place: \(error)")
            }
        }
        #expect(found == [])
    }

    /// Records with one change, with several, and with a conflict.
    private func samples() -> [Record] {
        let one = Change.judged(1, 1, .failed(.serious, .app))
        let two = Change.judged(2, 1, .passed, sees: VersionVector([one.dot]))
        let three = Change.decided(3, 1, .passed, settled: [one.edit, two.edit])
        let four = one.issuedAgain(at: Dot(replica: Sample.replica(4), n: 1))
        var several = Record.after([one, two])
        several.applyAgain(four)
        return [[one], [one, two], [one, two, three]].map { Record.after($0) } + [several]
    }
}

private enum SampleSetting: String, CaseIterable {
    case home, stall, flag, name
}

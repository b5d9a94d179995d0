import Foundation
import Shared
import SwiftProtobuf
import TestSupport
import Testing

@testable import Server

struct MessageJSONTests {
    private static let id = Data((0..<16).map { UInt8($0 &* 17) })
    private static let hash = Data((0..<32).map { UInt8(255 - $0) })
    private static let cursor = Data(repeating: 0xFB, count: 104)

    private static let checkpoint: WireCheckpoint = {
        var entry = WireVectorEntry()
        entry.replica = id
        entry.n = .max
        entry.chain = hash
        var checkpoint = WireCheckpoint()
        checkpoint.cursor = cursor
        checkpoint.root = hash
        checkpoint.receipt = Data([0xFB, 0xFF])
        checkpoint.vector = [entry, entry]
        return checkpoint
    }()

    @Test func `ids and hashes are digits, cursors base64url, and the rest protobuf's`() throws {
        let json = String(decoding: try MessageJSON.bytes(of: Self.checkpoint), as: UTF8.self)
        #expect(json.contains("\"replica\":\"\([UInt8](Self.id).hex)\""))
        #expect(json.contains("\"chain\":\"\([UInt8](Self.hash).hex)\""))
        #expect(json.contains("\"cursor\":\"\([UInt8](Self.cursor).base64URL)\""))
        #expect(json.contains("\"receipt\":\"+/8=\""))
        var digest = WireDigestResponse()
        digest.buckets = [Self.hash, Self.hash]
        let sums = String(decoding: try MessageJSON.bytes(of: digest), as: UTF8.self)
        let digits = [UInt8](Self.hash).hex
        #expect(sums == "{\"buckets\":[\"\(digits)\",\"\(digits)\"]}")
    }

    @Test func `what was written is read back, and so is base64`() throws {
        let message = Self.checkpoint
        let own = try MessageJSON.bytes(of: message)
        #expect(try MessageJSON.message(WireCheckpoint.self, from: own) == message)
        let mapped: [UInt8] = try message.jsonUTF8Bytes()
        #expect(try MessageJSON.message(WireCheckpoint.self, from: mapped) == message)
        var push = WirePushRequest()
        push.chainBefore = Self.hash
        let json = Array("{ \"chain_before\" :\n \"\([UInt8](Self.hash).hex.uppercased())\" }".utf8)
        #expect(try MessageJSON.message(WirePushRequest.self, from: json) == push)
    }

    @Test func `damaged JSON is read or refused`() throws {
        let whole = try MessageJSON.bytes(of: Self.checkpoint)
        var generator = SeededGenerator(seed: 33)
        var taken = 0
        for _ in 1...2_000 {
            var json = whole
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: 0..<json.count, using: &generator)
                json[place] = "\"\\:,{}[] f\u{0}".utf8.randomElement(using: &generator) ?? 0
            }
            json.removeLast(Int.random(in: 0...3, using: &generator) / 3)
            if (try? MessageJSON.message(WireCheckpoint.self, from: json)) != nil { taken += 1 }
        }
        #expect((1..<2_000).contains(taken))
    }

    @Test func `a text that looks like a field stays what it is`() throws {
        var answer = WireChangeAnswer()
        answer.reason = "\"replica\":\"AAAAAAAAAAAAAAAAAAAAAA==\" \\ epoch"
        answer.n = 7
        let json = try MessageJSON.bytes(of: answer)
        let mapped: [UInt8] = try answer.jsonUTF8Bytes()
        #expect(json == mapped)
        #expect(try MessageJSON.message(WireChangeAnswer.self, from: json) == answer)
    }

    @Test(arguments: [
        "", "\"", "\\", "\"\\", "{\"epoch\"", "{\"epoch\":\"", "{\"epoch\":\"\\\"", "\"\"\"\"\"",
        "{\"epoch\":[\"\\u0041\"]}", "{\"epoch\":\"é\"}",
    ])
    func `what is no message of ours is refused, and nothing else happens`(json: String) {
        #expect(throws: (any Error).self) {
            try MessageJSON.message(WirePushRequest.self, from: Array(json.utf8))
        }
    }
}

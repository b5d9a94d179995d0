import Hummingbird
import Shared
import SwiftProtobuf

/// A media type, and what is in it.
struct Content: Sendable {
    let mediaType: String
    let schema: JSONTree

    static func json(_ schema: JSONTree) -> Content { Content(ProtocolNames.json, schema) }

    init(_ mediaType: String, _ schema: JSONTree = [:]) {
        self.mediaType = mediaType
        self.schema = schema
    }

    /// A message in both of its forms.
    static func message(_ types: any SwiftProtobuf.Message.Type...) -> [Content] {
        let schemas = types.map { JSONTree.schema($0.schemaName) }
        let schema = schemas.count == 1 ? schemas[0] : ["anyOf": .list(schemas)]
        let names = types.map { $0.protoMessageName }.joined(separator: " or ")
        return [
            Content(ProtocolNames.protobuf, ["description": "protobuf: \(names)"]),
            .json(schema),
        ]
    }
}

/// What a route reads, as people and documents are told of it.
struct ReadForm: Sendable {
    /// As docs/protocol.md names it; empty where nothing is read.
    let name: String
    let contents: [Content]
    /// Whether an empty body says nothing that could be meant.
    var isRequired = true
}

/// What a route answers when nothing is wrong, likewise.
struct AnswerForm: Sendable {
    let name: String
    let successes: [Success]

    struct Success: Sendable {
        let status: Int
        let meaning: String
        var contents: [Content] = []
        /// Beside those of every answer.
        var headers: [Parameter] = []
    }
}

/// What a route reads of its request's body.
struct Reads<Body>: Sendable {
    let form: ReadForm
    let read: @Sendable (Request) async throws -> Body
}

extension Reads where Body == Void {
    static let nothing = Reads(form: ReadForm(name: "", contents: [])) { _ in }
    /// Its function takes the body as it comes.
    static func pieces(_ mediaType: String) -> Reads {
        Reads(form: ReadForm(name: "bytes", contents: [Content(mediaType)])) { _ in }
    }
}

extension Reads where Body: SwiftProtobuf.Message {
    static func message(_ type: Body.Type, upTo bytesMax: Int) -> Reads {
        Reads(form: ReadForm(name: type.documentedName, contents: Content.message(type))) {
            try await $0.message(type, bytesMax: bytesMax)
        }
    }
}

extension Reads where Body: Decodable & Sendable {
    /// - Parameter empty: What an empty body says; nil where one says nothing.
    static func json(_ type: Body.Type, orElse empty: Body? = nil, upTo bytesMax: Int) -> Reads {
        let form = ReadForm(
            name: "JSON", contents: [.json(.schema("\(type)"))], isRequired: empty == nil)
        return Reads(form: form) { try await $0.json(type, orElse: empty, bytesMax: bytesMax) }
    }
}

/// What a route answers when nothing is wrong.
struct Answers<Answer>: Sendable {
    let form: AnswerForm
    let make: @Sendable (Answer, Request) throws -> Response
}

extension AnswerForm {
    /// One with one status.
    fileprivate init(_ name: String, _ meaning: String, _ contents: [Content]) {
        self.init(
            name: name,
            successes: [Success(status: 200, meaning: meaning, contents: contents)])
    }
}

extension Answers where Answer == Response {
    /// Whole responses, which the route's function makes.
    static func response(_ name: String, _ successes: AnswerForm.Success...) -> Answers {
        Answers(form: AnswerForm(name: name, successes: successes)) { answer, _ in answer }
    }
}

extension Answers where Answer == String {
    static func text(_ meaning: String) -> Answers {
        let text = [Content("text/plain", ["type": "string"])]
        return Answers(form: AnswerForm("text: " + meaning, meaning, text)) { text, _ in
            Response("text/plain; charset=utf-8", [UInt8](text.utf8))
        }
    }
}

extension Answers where Answer: SwiftProtobuf.Message {
    /// In JSON where the request prefers it.
    static func message(_ type: Answer.Type) -> Answers {
        let form = AnswerForm(type.documentedName, type.schemaName, Content.message(type))
        return Answers(form: form) { try $1.answer($0) }
    }
}

extension Answers where Answer: Encodable & Sendable {
    static func json(_ type: Answer.Type) -> Answers {
        let form = AnswerForm("JSON", "\(type)", [.json(.schema("\(type)"))])
        return Answers(form: form) { answer, _ in try .json(answer) }
    }

    static func list<One: Encodable & Sendable>(of type: One.Type) -> Answers
    where Answer == [One] {
        let schema: JSONTree = ["type": "array", "items": .schema("\(type)")]
        let form = AnswerForm("JSON", "each \(type)", [.json(schema)])
        return Answers(form: form) { answer, _ in try .json(answer) }
    }
}

extension SwiftProtobuf.Message {
    /// The message's name in accord.proto.
    fileprivate static var schemaName: String {
        String(protoMessageName.split(separator: ".").last ?? "")
    }

    /// The same as docs/protocol.md has it.
    fileprivate static var documentedName: String { "`\(schemaName)`" }
}

import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared
import Testing

@testable import Server

/// The API's document, against the sheet of routes and against what is answered.
struct OpenAPITests {
    private static let file = ExchangeFile.folder.appending(path: "../openapi.yaml")

    @Test func `the committed document is what the routes say`() throws {
        let committed = try String(contentsOf: Self.file, encoding: .utf8)
        let body = committed.drop { $0 != "\n" }.dropFirst()
        #expect(body == (try OpenAPI.yaml()), "docs/openapi.yaml is stale: run scripts/openapi")
    }

    @Test func `every route is in it, with its statuses and exactly its problems`() throws {
        let routes = try TestServer().routes.all
        let document = OpenAPI.document(of: routes)
        for route in routes {
            let method = route.method.rawValue.lowercased()
            let operation = document["paths"]?[route.path]?[method]
            let responses = try #require(operation?["responses"]?.members)
            let own = route.answers.successes.map { "\($0.status)" }
            let problems = route.problems.map { "\($0.status)" }
            #expect(Set(responses.keys) == Set(own + problems), "\(method) \(route.path)")
            var told: Set<String> = []
            for case .map(let response) in responses.values {
                guard case .text(let reference)? = response["$ref"] else { continue }
                let name = String(reference.split(separator: "/").last ?? "")
                let schema = document["components"]?["responses"]?[name]?["content"]?[
                    Problem.mediaType]?["schema"]
                told.formUnion(schema?["allOf"]?.values.last?["properties"]?["code"]?.words ?? [])
            }
            #expect(told == Set(route.problems.map(\.rawValue)), "\(method) \(route.path)")
        }
        let ids = routes.compactMap { route in
            document["paths"]?[route.path]?[route.method.rawValue.lowercased()]?["operationId"]
        }
        #expect(Set(ids).count == routes.count)
    }

    @Test func `nothing in it refers to what is not there`() throws {
        let document = OpenAPI.document(of: try TestServer().routes.all)
        for reference in document.references {
            var place: JSONTree? = document
            for name in reference.split(separator: "/").dropFirst() {
                place = place?[String(name)]
            }
            #expect(place != nil, "\(reference)")
        }
        #expect(document.references.count > 60)
    }

    @Test func `it is answered to whoever asks, as it is committed`() async throws {
        try await TestServer().overHTTP { client in
            let answer = try await client.get(OpenAPI.path)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == ProtocolNames.json)
            #expect(answer.bytes == OpenAPI.json)
        }
    }

    @Test func `messages have the fields of accord.proto, and its remarks`() {
        let messages = MessageSchemas.ofAccord.all
        #expect(
            messages["BucketResponse"]?["properties"]?["entries"]?["items"]
                == .schema("BucketResponse.Entry"))
        #expect(messages["BucketResponse.Entry"]?["properties"]?["digest"] == .digits(64))
        #expect(messages["ChangeOutcome"]?.words.count == 5)
        let push = messages["PushRequest"]?["properties"]
        #expect(push?["chainBefore"] == .digits(64))
        #expect(push?["changes"]?["items"] == .schema("PushedChange"))
        #expect(
            push?["following"]?["description"] == """
                (h 32 | outcome u8)* of the changes behind the batch, up to the proof's n or the \
                signature's
                """)
        #expect(messages["VectorEntry"]?["description"] == nil)
        #expect(
            messages["Quota"]?["description"] == """
                What a person has used in an audit of what the server grants her there, in bytes.
                """)
        let limits = messages["CapabilitiesResponse"]?["properties"]?["limits"]
        #expect(limits?["additionalProperties"]?["type"] == "string")
    }

    /// In JSON a field is told by its name, so no other field may have it.
    @Test func `what names something is bytes wherever its name stands`() {
        for (message, schema) in MessageSchemas.ofAccord.all {
            for (name, field) in schema["properties"]?.members ?? [:] {
                let snake = name.replacing(/[A-Z]/) { "_" + $0.output.lowercased() }
                let form = MessageJSON.form(of: snake)
                guard form != .base64, !message.hasPrefix("Bundle") else { continue }
                let one = field["items"] ?? field
                #expect(one["pattern"] != nil || one["$ref"] != nil, "\(message).\(name)")
            }
        }
    }
}

extension JSONTree {
    fileprivate subscript(_ name: String) -> JSONTree? { members?[name] }

    fileprivate var members: [String: JSONTree]? {
        guard case .map(let members) = self else { return nil }
        return members
    }

    fileprivate var values: [JSONTree] {
        guard case .list(let values) = self else { return [] }
        return values
    }

    /// The words of an enum.
    fileprivate var words: [String] {
        (self["enum"]?.values ?? []).compactMap { value in
            guard case .text(let word) = value else { return nil }
            return word
        }
    }
}

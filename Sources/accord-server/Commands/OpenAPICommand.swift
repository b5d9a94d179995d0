import ArgumentParser
import Server

struct OpenAPICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Print the API's document (OpenAPI 3.1, YAML).",
        discussion: "A server answers the same as JSON at /v1/openapi.json.")

    func run() throws { try printBytes(Array(try OpenAPI.yaml().utf8)) }
}

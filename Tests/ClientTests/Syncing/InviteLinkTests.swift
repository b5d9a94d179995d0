import Client
import Testing

struct InviteLinkTests {
    @Test func `a link is read as it is written`() {
        for address in ["https://a.example", "http://127.0.0.1:8437", "https://a.example/accord"] {
            let link = InviteLink(address: address, code: "ABCDE-12345")
            #expect(link.text == "\(address)/join#ABCDE-12345")
            #expect(InviteLink(link.text) == link)
        }
        #expect(
            InviteLink(address: "https://a.example/", code: "A").text == "https://a.example/join#A")
    }

    @Test(arguments: [
        "", "ABCDE", "https://a.example", "https://a.example/join", "https://a.example/join#",
        "a.example/join#ABCDE", "https://a.example/join/ABCDE",
    ])
    func `anything else is no link`(text: String) {
        #expect(InviteLink(text) == nil)
    }
}

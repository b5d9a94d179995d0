import Testing

@testable import Site
@testable import Workbench

/// Names from right to left in sentences of ours.
struct DirectionIsolationTests {
    @Test(arguments: [
        ("<p>أحمد said passed.</p>", "<p><bdi>أحمد</bdi> said passed.</p>"),
        (
            "<p>You, أحمد علي and ליאת agree.</p>",
            "<p>You, <bdi>أحمد علي</bdi> and <bdi>ליאת</bdi> agree.</p>"
        ),
        ("<p>“قائمة”: 3 of 4</p>", "<p>“<bdi>قائمة</bdi>”: 3 of 4</p>"),
        ("<p>أحمد, ליאת</p>", "<p><bdi>أحمد</bdi>, <bdi>ליאת</bdi></p>"),
        ("<p>شاشة/قائمة, number 2</p>", "<p><bdi>شاشة</bdi>/<bdi>قائمة</bdi>, number 2</p>"),
        ("<h3>Kontoقائمة2 open</h3>", "<h3><bdi>Kontoقائمة2</bdi> open</h3>"),
        ("قائمة", "<bdi>قائمة</bdi>"),
    ])
    func `a name is isolated from the words around it`(html: String, isolated: String) {
        #expect(DirectionIsolation.isolating(html) == isolated)
    }

    @Test(arguments: [
        "<p><bdi>أحمد 2</bdi> said: <span dir=\"auto\"><b>قائمة</b> 3</span></p>",
        "<input dir=\"auto\" value=\"قائمة\"><p>text</p>",
        "<option>قائمة 2</option><textarea>قائمة 2</textarea><title>قائمة 2</title>",
        "<p>Ärger mit “Anführungszeichen” 😀 – ohne Folgen</p>",
        "<p title=\"قائمة\">text</p>",
    ])
    func `what has a direction already, and all else, stays as it is`(html: String) {
        #expect(DirectionIsolation.isolating(html) == html)
    }

    @Test func `what follows an input with a direction is isolated all the same`() {
        let html = "<input dir=\"auto\"><p dir=\"auto\">أ<p>ب</p></p><p>ج 1</p>"
        #expect(DirectionIsolation.isolating(html).hasSuffix("<p><bdi>ج</bdi> 1</p>"))
    }
}

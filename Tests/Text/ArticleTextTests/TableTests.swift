import ArticleText
import Testing

@Suite struct TableTests {
    @Test(arguments: [
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "table! a|b / 1|2"),
        (
            "<table><caption>C</caption><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr>"
                + "</tbody></table>x", "table! (C) a|b / 1|2\nx"
        ),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "table a|b / c|d"),
        (
            "<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>1<td>2<td>3</table>",
            "table! a|b c|b d / 1|2|3"
        ),
        ("<table><tr><th colspan=2>a<tr><th>b<th>c<tr><td>1<td>2</table>", "table! a| / b|c / 1|2"),
        ("<table><tr><th>a<th>b<tr><th>c<th>d</table>", "table! a|b / c|d"),
        ("<table><tr><th>a<td>1<tr><th>b<td>2</table>", "table a|1 / b|2"),
        ("<table><tr><td colspan=2>a<td>b<tr><td>1<td>2<td>3</table>", "table a||b / 1|2|3"),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>", "table a|b / |c / d|e"),
        (
            "<table><tr><td colspan=99999999 rowspan=99999999>a<td>b<tr><td>c<td>d</table>",
            "table a||||||||||||||||b / ||||||||||||||||c|d"
        ),
        ("<table><tr><td>a<p>b</p>c<td><ul><li>x<li>y</ul><tr><td>1<td>2</table>", "table a⏎b⏎c|• x⏎• y / 1|2"),
        ("<table><tr><th>a<th>b<tr><td>1<hr>2<hr><td>3</table>", "table! a|b / 1⏎2|3"),
        ("<table><tr><td><a href=/x>x</a><td>b<tr><td>1<td>2</table>", "table [x]1|b / 1|2"),
        (
            "<table><tr><td data-marker='−'></td><td>a</td><td data-marker='+'></td><td>b</td></tr>"
                + "<tr><td></td><td>c</td><td></td><td>c</td></tr></table>", "table −|a|+|b / |c||c"
        ),
        ("<blockquote><table><tr><td>a<td>b<tr><td>1<td>2</table></blockquote>", "> table a|b / 1|2"),
        ("<ul><li><table><tr><td>a<td>b<tr><td>1<td>2</table>c</ul>", "• table a|b / 1|2\n_ c"),
    ])
    func `A table keeps its cells in rows and columns`(_ html: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(html: html, base: "https://example.org/")) == expected)
    }

    @Test(
        "A column in which most cells are right-aligned is right-aligned",
        arguments: [
            ("<tr><th>a<th>b<tr><td>c<td align=right>1<tr><td>d<td style='color:red; text-align: right'>2", [1]),
            ("<tr><td>a<td>b<tr><td>c<td align=RIGHT>1<tr><td>d<td align=right>2", [1]),
            ("<tr><td>a<td>b<tr><td>c<td align=right>1", []),
            ("<tr><th>a<th data-align=right>b<tr><td>c<td class=x data-align='right'>1<tr><td>d<td>", [1]),
            ("<tr><td colspan=2 align=right>a<td>b<tr><td>1<td>2<td align=right>3<tr><td><td><td align=right>4", [2]),
            ("<tr><td>a<td>b<tr align=right><td align=left>c<td>1", []),
            ("<tr align=right><td align=left>c<td>1<tr style='text-align:right'><td align=center>d<td>2", [1]),
            ("<tr align=right><td>a<td>b<tr><td>c<td>1<tr><td>d<td>2", []),
            ("<tr><td align=left>a<td style='text-align:center'>b<tr><td>c<td align>1", []),
        ] as [(String, Set<Int>)])
    func rightColumns(_ rows: String, _ expected: Set<Int>) throws {
        let document = DocumentBuilder.document(html: "<table>\(rows)</table>", base: nil)
        guard case .table(let table)? = document.blocks.first?.content else {
            Issue.record("no table: \(outline(document))")
            return
        }
        #expect(table.rightColumns == expected)
    }

    @Test(
        "Layout tables become blocks",
        arguments: [
            ("<table><tr><td>only</table>", "only"),
            ("<table><tr><td>one<tr><td>two</table>", "one\ntwo"),
            ("<table><tr><td>left<td>right</table>", "left\nright"),
            ("<table><tr><td>a<td>b<tr><td>c<hr>d<td>e</table>", "a\nb\nc\nhr\nd\ne"),
            ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\nb\nc\nd"),
            (
                "<table><tr><td>menu<td><p>text</p><pre>x\ny</pre><tr><td>foot<td>note</table>",
                "menu\ntext\npre x⏎y\nfoot\nnote"
            ),
            (
                "<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table><td>side<tr><td>x<td>y</table>",
                "table! a|b / 1|2\nside\nx\ny"
            ),
            (
                "<table><tr><td><img src=a.jpg alt=A><td><img src=b.jpg alt=B><tr><td>a<td>b</table>",
                "picture A [1]\na\npicture B [2]\nb"
            ),
            (
                "<table><tr><td>top<td><tr><td><img src=a.jpg alt=A><td><a href=p><img src=b.jpg alt=B></a>"
                    + "<tr><td><td>b</table>c",
                "top\npicture A [1]\npicture B [2] [3]\nb\nc"
            ),
            (
                "<table><tr><td><img src=a.jpg alt=A><td><img src=b.jpg alt=B><tr><td>a<td><h2>b</h2></table>",
                "picture A [1]\npicture B [2]\na\nh2 b"
            ),
            ("<table></table><table><tr></table>x", "x"),
            ("<td>a</td><tr>b</tr><caption>c</caption></table>d", "a\nb\nc\nd"),
        ])
    func pagesLaidOutByTablesBecomeBlocks(_ html: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(html: html, base: "https://example.org/")) == expected)
    }

    @Test(
        "Line numbers in a separate column are left out",
        arguments: [
            (
                "<table><tr><td><pre><i>1</i><br><i>2</i><br></pre><td><pre><i>a</i><br><i>  b</i><br></pre></table>c",
                "pre a⏎  b\nc"
            ),
            ("<table><tr><td><pre> 9\n10</pre><td><pre>a\n\n</pre></table>", "pre a"),
            ("<table><tr><td><pre>1\n2</pre></table>", "pre 1⏎2"),
            (
                "<table><tr><td><pre>1</pre><td><pre>a</pre><tr><td><pre>2</pre><td><pre>b</pre></table>",
                "table c{1}|c{a} / c{2}|c{b}"
            ),
            ("<table><tr><td><pre>1\nx</pre><td><pre>a\nb</pre></table>", "pre 1⏎x\npre a⏎b"),
            // The input and the output of an example.
            ("<table><tr><td><pre>5 3\n1 2</pre><td><pre>YES</pre></table>", "pre 5 3⏎1 2\npre YES"),
            ("<table><tr><td><pre>2\n7</pre><td><pre>9</pre></table>", "pre 2⏎7\npre 9"),
            ("<table><tr><td><pre>1</pre><td><pre>a</pre></table>", "pre a"),
            ("<table><tr><td><pre>1\n2</pre><td>a</table>", "pre 1⏎2\na"),
            ("<table><tr><td>1<td><pre>a\nb</pre></table>", "1\npre a⏎b"),
        ])
    func lineNumbers(_ html: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(html: html, base: nil)) == expected)
    }

    @Test(arguments: [
        ("<table>stray<tr><td>a<td>b<tr><td>1<td>2</table>", "stray\ntable a|b / 1|2"),
        ("<table><tr><td>a</p></div></li><td>b<tr><td>1<td>2</table>", "table a|b / 1|2"),
        ("<table><tr><td>a<td>b<tr><td>1<td>2", "table a|b / 1|2"),
        ("<ul><li>x<table><tr><td>a</ul><td>b<tr><td>1<td>2</table><li>y</ul>", "• x\n_ table a|b / 1|2\n• y"),
    ])
    func `A malformed table is still a table`(_ html: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(html: html, base: nil)) == expected)
    }
}

import ArticleText
import Testing

@Suite struct DocumentBuilderTests {
    private func outlined(_ html: String) -> String {
        outline(DocumentBuilder.document(html: html, base: "https://example.org/blog/post.html"))
    }

    @Test(
        "HTML becomes paragraphs of text",
        arguments: [
            ("plain", "plain"),
            ("<p>one</p><p>two", "one\ntwo"),
            ("<p>one<p>two</p>", "one\ntwo"),
            ("one<div>two</div>three", "one\ntwo\nthree"),
            ("  a \n\t b  ", "a b"),
            ("a <b> b</b> c", "a s{b} c"),
            ("a<b> b </b>c", "a s{b} c"),
            ("<b>a</b> <i>b</i>", "s{a} e{b}"),
            ("<b>a </b>b", "s{a} b"),
            ("a&nbsp;b&amp;c &lt;d&gt;", "a\u{A0}b&c <d>"),
            ("<p>&nbsp;</p><p>a</p><p> </p><p></p>", "a"),
            ("co&shy;op z\u{200B}w\u{FEFF}x a\u{200D}b", "coop zwx a\u{200D}b"),
            ("a<br>b<br/>c", "a⏎b⏎c"),
            ("a <br> b", "a⏎b"),
            ("a<br><br>b<br><br><br>c<br>", "a\nb\nc"),
            ("<br>a</br>b", "a⏎b"),
            ("日本<b>語</b>の本", "日本s{語}の本"),
            ("港の灯台は、\n  夜に\r\n光る。\nShips\n見る ー\nｱｲ", "港の灯台は、夜に光る。 Ships 見る ーｱｲ"),
            ("中 文\n中\n한국\n말 <b>夜</b>\n<i>星</i>", "中 文中 한국 말 s{夜} e{星}"),
            ("\u{1B}[31mred &#27;[0m \u{202E}back", "[31mred [0m back"),
            ("a<![CDATA[b & c]]>d", "ab & cd"),
            ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
        ])
    func text(_ html: String, _ expected: String) {
        #expect(outlined(html) == expected)
    }

    @Test(
        "Elements become styles",
        arguments: [
            ("<em>a</em><i>b</i><cite>c</cite>", "e{abc}"),
            ("<b><i>x</b>y</i>z", "es{x}e{y}z"),
            ("<code>let x</code> <kbd>q</kbd>", "c{let x} c{q}"),
            ("<del>a</del> <mark>b</mark>", "d{a} m{b}"),
            ("<b>a<p>b</p></b>c", "s{a}\ns{b}\nc"),
            ("</b></i>a</em>", "a"),
            ("<ul><li><b>a<li>b</ul>c", "• s{a}\n• b\nc"),
            ("<table><tr><td><b>a<td>b<tr><td>c<td>d</table>e", "table s{a}|b / c|d\ne"),
            ("<q>He said <q>no</q>.</q>", "“He said ‘no’.”"),
            (
                "<abbr title='Cascading Style Sheets'>CSS</abbr>, <abbr title='Cascading Style Sheets'>CSS</abbr>",
                "CSS (Cascading Style Sheets), CSS"
            ),
            ("<abbr title='2024-05-01'>May</abbr>", "May"),
            ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</ruby>だ", "漢(かん)字(じ)だ"),
            ("<ruby>食<rt>た</rt>べ<rt></rt>物<rt>もの</rt></ruby>や<ruby>の<rt></ruby>", "食(た)べ物(もの)やの"),
            ("m<sup>2</sup> 10<sup>-6</sup> H<sub>2</sub>O", "m² 10⁻⁶ H₂O"),
            ("x<sup>a+b</sup> a<sub>max</sub> e<sup>x</sup>", "x^(a+b) a_max e^x"),
            ("1<sup>st</sup> Name<sup>®</sup> fact<sup>[3]</sup>", "1st Name® fact[3]"),
            ("e<sup>−x</sup> 10<sup>−1.5</sup> x<sub>n−1</sub>", "e^(−x) 10^(−1.5) x_n−1"),
            ("10<sup>–6</sup> Cl<sup>–</sup> e<sup>–x</sup> f<sup>(k)</sup>", "10⁻⁶ Cl⁻ e^(–x) f^(k)"),
            ("fact<sup>1,2</sup> end.<sup>1,3–5</sup> 10<sup>1,5</sup>", "fact¹,² end.¹,³⁻⁵ 10^(1,5)"),
            ("e<sup>iπ</sup> k<sub>θ</sub>", "e^(iπ) k_θ"),
            ("XIX<sup>e</sup> n<sup>o</sup> D<sup>r</sup> 1<sup>ος</sup> x<sup>π</sup>", "XIXe no Dr 1ος x^π"),
            ("fact<sup><a href='#fn1'>1</a></sup>.", "fact¹."),
            ("fact<sup><a href='#1'>1</a>,<a href='#2'>2</a></sup>, Roe<sup>*</sup>", "fact¹,², Roe*"),
            ("<sub>Photo by somebody else</sub>", "Photo by somebody else"),
            ("<small>fine <u>print</u></small> <span>x</span>", "fine print x"),
            ("<ins>new</ins><wbr>er", "newer"),
            ("at <del>noon</del><ins>one</ins>", "at d{noon} one"),
            ("<ins>one</ins><del>noon</del>.", "one d{noon}."),
            ("<s>old</s><ins>new</ins><strike>worn</strike>", "d{old} new d{worn}"),
            ("<del>noon</del> <ins>one</ins>", "d{noon} one"),
            ("news<ins>paper</ins><ins>s</ins>, <del>a</del>b", "newspapers, d{a}b"),
            ("a<del></del><ins>b</ins>", "ab"),
            ("<pre>1<del>2</del><ins>3</ins></pre>", "pre 123"),
            ("<blockquote><div><cite>bob wrote:</cite>text</div></blockquote>", "> e{bob wrote:}⏎text"),
            ("<blockquote><cite>bob wrote:</cite><b>text</b></blockquote>", "> e{bob wrote:}⏎s{text}"),
            ("<blockquote><cite>Fog</cite>’s end. <cite>Tide</cite>s</blockquote>", "> e{Fog}’s end. e{Tide}s"),
            ("<cite>Fog</cite>s", "e{Fog}s"),
        ])
    func styles(_ html: String, _ expected: String) {
        #expect(outlined(html) == expected)
    }

    @Test(
        "Elements become blocks",
        arguments: [
            ("<h1>a</h1><h6>b</h6>c", "h1 a\nh6 b\nc"),
            ("<h2>a<p>b", "h2 a\nb"),
            ("<h2><p>a</p></h2>b", "h2 a\nb"),
            ("<h2>a</h3>b", "h2 a\nb"),
            ("<h2>a<h3>b</h3>c", "h2 a\nh3 b\nc"),
            ("<h2></h2><h3> </h3>a", "a"),
            ("<h2>a <a href='#a'>#</a></h2>", "h2 a"),
            ("<blockquote>a<blockquote>b</blockquote>c</blockquote>d", "> a\n> > b\n> c\nd"),
            ("<blockquote><p>a<p>b</blockquote></blockquote>c", "> a\n> b\nc"),
            ("<hr>a<hr><hr>b<hr>", "a\nhr\nb"),
            ("<details><summary>more</summary>hidden</details>", "s{▾ more}\nhidden"),
            ("<dl><dt>a<dd>b<dd>c<dt>d</dl>e", "s{a}\n b\n c\ns{d}\ne"),
            ("<figure><img src=a.png alt=A><figcaption>about A</figcaption></figure>b", "picture A [1]\ne{about A}\nb"),
            ("<figure><img src=a.png alt='The A'><figcaption>The A</figcaption></figure>b", "picture The A [1]\nb"),
        ])
    func blocks(_ html: String, _ expected: String) {
        #expect(outlined(html) == expected)
    }

    @Test(
        "Lists become numbered and nested items",
        arguments: [
            ("<ul><li>a<li>b</ul>", "• a\n• b"),
            (
                "<ul><li>a<ul><li>b<ul><li>c<ul><li>d</ul></ul></ul><li>e</ul>",
                "• a\n_ ◦ b\n_ _ ▪ c\n_ _ _ ▪ d\n• e"
            ),
            ("<ul><li><p>a</p><p>b</p></li></ul>c", "• a\n_ b\nc"),
            ("<ol start=3><li>a<li value=7>b<li>c</ol>", "3. a\n7. b\n8. c"),
            ("<ol type=a><li>x<li>y</ol><ol type=I start=4><li>z</ol>", "a. x\nb. y\nIV. z"),
            ("<ol start=3 reversed><li>a<li>b</ol>", "3. a\n2. b"),
            ("<ol start=99999999999999999999><li value=-x>a</ol>", "1. a"),
            ("<ol type=A start=27><li>a</ol>", "AA. a"),
            ("<li>stray</li>a", "• stray\na"),
            ("<ul><li></li><li>b</ul>", "• b"),
            ("<ul><li><ol><li>a</ol></ul>", "• 1. a"),
            ("<ol><li><b>1.</b> <p>a</p><li><span> 2. </span>b 2.</ol>", "1. a\n2. b 2."),
            ("<ol><li>1. FC Quay<li>1.</ol><ul><li><i>•</i> a</ul>", "1. 1. FC Quay\n2. 1.\n• a"),
            ("<ul><li>a</ul></ul></li>b", "• a\nb"),
            ("<ul><li><blockquote>a</ul>b", "• > a\nb"),
            ("<ul><li><input type=checkbox checked> done<li><input type=checkbox> due</ul>", "• [x] done\n• [ ] due"),
            ("<ul>loose<li>a</ul>", "loose\n• a"),
            ("<ol start=9><li>a<p>b</p><li>c</ol>", " 9. a\n_ b\n10. c"),
            ("<ol start=9><li><ol><li>x</ol><li>c<ul><li>y</ul></ol>", " 9. 1. x\n10. c\n_ ◦ y"),
            ("<ol start=999><li>a<li>b<ul><li>x</ul></ol>", " 999. a\n1000. b\n_ ◦ x"),
            ("<ol start=999><li>a</li><li>b</li><ul><li>x</ul></ol>", " 999. a\n1000. b\n_ ◦ x"),
            ("<ul><li>a</li><ol><li>x</li></ol><ol><li>y</ol><li>b</ul>", "• a\n_ 1. x\n_ 1. y\n• b"),
            ("<ul><ul><li>x</ul></ul><ul><li>a</ul><ul><li>b</ul>", "◦ x\n• a\n• b"),
            ("<ol type=i><li>a<li>b<li>c</ol>", "  i. a\n ii. b\niii. c"),
            ("<ol><li>a<li value=123456789>b<li value=7>c", "      1. a\n123456789. b\n      7. c"),
        ])
    func lists(_ html: String, _ expected: String) {
        #expect(outlined(html) == expected)
    }

    @Test(
        "Blocks have a space above them: a new list begins after an empty line, a second term and a caption do not",
        arguments: [
            ("<ul><li>a<li>b</ul><ol><li>c</ol>", [.apart, .usual, .apart]),
            ("<ul><li></li><li>a</ul>x<ul></ul>y", [.apart, .usual, .usual]),
            ("<ul><li>a<ul><li>b</ul><ul><li>c</ul></ul>", [.apart, .usual, .usual]),
            ("<dl><dt>a<dt>b<dd>c<dt>d<dt></dt></dl>x", [.usual, .tight, .usual, .usual, .usual]),
            ("<blockquote>a</blockquote><blockquote>b</blockquote><p>c", [.usual, .betweenQuotations, .usual]),
            ("<img src=a><figure><img src=b><figcaption>c</figcaption></figure>", [.usual, .apart, .caption]),
            ("<figure><img src=a><img src=b><figcaption>c</figcaption></figure>", [.usual, .usual, .caption]),
            ("<figure><img src=a></figure><figure><img src=b></figure><p>c", [.usual, .usual, .usual]),
            (
                "<img src=a><figure><figure><img src=b></figure><figure><img src=c></figure><figcaption>d",
                [.usual, .apart, .usual, .caption]
            ),
            ("<figure><img src=a><figcaption>b</figcaption></figure><img src=a>", [.usual, .caption, .usual]),
            (
                "<img src=a><table><tr><td><img src=b><td><img src=c><tr><td><td>d</table>",
                [.usual, .usual, .apart, .caption]
            ),
        ] as [(String, [Block.Spacing])])
    func spacing(_ html: String, _ expected: [Block.Spacing]) {
        #expect(DocumentBuilder.document(html: html, base: nil).blocks.map(\.spacing) == expected)
    }

    @Test(arguments: [
        ("<pre>\n\na\n  b\n\n</pre>", "pre a⏎  b"), ("<pre>\n \t\na\n\n \nb \n\t\n \n</pre>", "pre a⏎⏎⏎b"),
        ("<pre>a\tb\n日\tc</pre>", "pre a       b⏎日       c"),
        (
            "<pre><code class=x><span>if</span> a &lt; b:\n    <b>go</b></code></pre>after",
            "pre if a < b:⏎    go\nafter"
        ),
        ("<pre>a<br>b<div>c</div>d</pre>", "pre a⏎b⏎c⏎d"),
        ("before<pre>x</pre>", "before\npre x"),
        ("<pre>x</pre></pre>y", "pre x\ny"),
        ("<pre>x<sup>2</sup></pre>", "pre x2"),
        ("<ul><li>a<pre>b</pre>c</ul>", "• a\n_ pre b\n_ c"),
    ])
    func `Preformatted text keeps its lines and columns`(_ html: String, _ expected: String) {
        #expect(outlined(html) == expected)
    }
}

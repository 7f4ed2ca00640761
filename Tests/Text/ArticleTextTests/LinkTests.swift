import ArticleText
import Testing

@Suite struct LinkTests {
    private let base = "https://example.org/blog/post.html"

    private func read(_ html: String) -> (outline: String, links: [String]) {
        let document = DocumentBuilder.document(html: html, base: base)
        return (outline(document), document.links.map(\.url))
    }

    @Test(
        arguments: [
            (
                "<a href='/a'>a</a> <a href=b?x=1&y=2>b</a>", "[a]1 [b]2",
                ["https://example.org/a", "https://example.org/blog/b?x=1&y=2"]
            ),
            ("<a href=x>a</a>, <a href='x'>b</a>", "[a]1, [b]1", ["https://example.org/blog/x"]),
            ("<a href='x'>a </a>b", "[a]1 b", ["https://example.org/blog/x"]),
            ("<a href=x>a<a href=y>b</a>c", "[a]1[b]2c", ["https://example.org/blog/x", "https://example.org/blog/y"]),
            ("<a href=x><b>a</b> c</a>", "[s{a}]1[ c]1", ["https://example.org/blog/x"]),
            ("<a href=x></a><a href=y> </a>z", "z", []),
            (
                "<blockquote class=twitter-tweet>\n<a href='https://twitter.com/a/status/1'></a>\n</blockquote>b",
                "> [https://twitter.com/a/status/1]1\nb", ["https://twitter.com/a/status/1"]
            ),
            ("<blockquote>a<a href=x></a></blockquote><blockquote><a href=x><b></b></a></blockquote>", "> a", []),
            ("<a name=x>a</a>", "a", []), ("<a href=''>a</a>", "a", []),
            ("<a href='#note'>1</a> <a href='post.html#note'>2</a>", "1 2", []),
            ("a<div><a href='#r'>1</a><div><p>b</p></div></div>", "a\n1 b", []),
            ("<div><span>[<a href='#r'>1</a>]</span><p>b</p></div>", "[1] b", []),
            ("<p><a href='#r'>1</a></p><h2>b</h2><p>2</p><p>c", "1\nh2 b\n2\nc", []),
            ("in 2024<a href='#footnote-1'>1</a>.<a href='#fn:12'> 12 </a>", "in 2024¹.¹²", []),
            ("a<a href='#fn1'>1</a><a href='#fn2'>1<span>2</span></a><p><a href='#fn3'>3</a>", "a¹,¹²\n3", []),
            (
                "a<sup><a href='#b'>1</a></sup><sup><a href='#c'>2</a></sup> <sup><a href='#d'>3</a></sup>"
                    + "<sup>[<a href='#e'>4</a>]</sup><p><sup><a href='#f'>5</a></sup>b", "a¹,² ³[⁴]\n⁵b", []
            ),
            (
                "see [<a href='#note1'>1</a>]<p><a href='#footnote-anchor-1'>1</a> See 4.<a href='#s42'>2</a>",
                "see [1]\n1 See 4.2", []
            ),
            (
                "A note. <a href='#r1'>↩</a> <a href='#r1-2'>↩<sup>2</sup></a> <a href='#r1-3'>↩︎<sup>3</sup></a><p>"
                    + "<a href='#a'>2</a>",
                "A note.\n2", []
            ),
            ("A note. <a href='#r1'><img src=21a9.png alt='↩' class=wp-smiley>\u{FE0E}</a><p>b", "A note.\nb", []),
            ("<a href='javascript:alert(1)'>a</a><a href=' JavaScript:x'>b</a>", "ab", []),
            ("<a href='file:///etc/passwd'>a</a><a href='data:text/html,x'>b</a>", "ab", []),
            ("<a href='mailto:a@example.org'>a</a>", "[a]1", ["mailto:a@example.org"]),
            (
                "<a href=x>a</a><a class='wp-block-file__button wp-element-button' href=x>b</a><a class=btn href=y>c</a>",
                "[a]1 [b]1 [c]2", ["https://example.org/blog/x", "https://example.org/blog/y"]
            ),
            ("a<a class=btn-like href=x>b</a>", "a[b]1", ["https://example.org/blog/x"]),
            ("<ul><li><a href=x>a<li>b</ul>", "• [a]1\n• b", ["https://example.org/blog/x"]),
            ("<base href='https://example.com/c/'><a href=d>d</a>", "[d]1", ["https://example.com/c/d"]),
        ] as [(String, String, [String])])
    func `A link has a number and an absolute address`(_ html: String, _ text: String, _ addresses: [String]) {
        let (outline, links) = read(html)
        #expect(outline == text)
        #expect(links == addresses)
    }

    @Test("Without a base, addresses stay unchanged") func withoutABaseAddressesStayAsTheyAre() {
        let document = DocumentBuilder.document(html: "<a href='b/c'>x</a>", base: nil)
        #expect(document.links == [Link(url: "b/c")])
    }

    @Test("Addresses that are too long are dropped") func addressesThatAreTooLongAreDropped() {
        let long = "https://example.org/" + String(repeating: "a", count: 5_000)
        #expect(DocumentBuilder.document(html: "<a href='\(long)'>x</a>", base: nil).links.isEmpty)
        #expect(DocumentBuilder.document(html: "<a href='y'>x</a>", base: long).links == [Link(url: "y")])
    }

    @Test(
        arguments: [
            ("<img src=a.jpg alt='An A'>", "picture An A [1]", ["https://example.org/blog/a.jpg"]),
            ("<img src='/i/b.png?w=1'>", "picture b.png [1]", ["https://example.org/i/b.png?w=1"]),
            ("<img src=a.jpg title=T>", "picture T [1]", ["https://example.org/blog/a.jpg"]),
            (
                "<img src='https://cdn.example/w_9/https%3A%2F%2Fs3.example%2Fp%2Fa_9x5.png%3Fv=1'>",
                "picture a_9x5.png [1]",
                ["https://cdn.example/w_9/https%3A%2F%2Fs3.example%2Fp%2Fa_9x5.png%3Fv=1"]
            ),
            ("<img src='/%E6%B8%AF.jpg'>", "picture 港.jpg [1]", ["https://example.org/%E6%B8%AF.jpg"]),
            ("<img src='/%8D%60.jpg'>", "picture %8D%60.jpg [1]", ["https://example.org/%8D%60.jpg"]),
            ("<img src='/a%0Ab%1B100%.png'>", "picture a b100%.png [1]", ["https://example.org/a%0Ab%1B100%.png"]),
            (
                "<img src=a.jpg alt=Comic title='It was the duck all along'>",
                "picture Comic — It was the duck all along [1]",
                ["https://example.org/blog/a.jpg"]
            ),
            ("<img src=a.gif width=1 height=1><img><img src='' alt=''>", "", []),
            (
                "<img src='data:image/gif;base64,R0lGOD' data-src=real.jpg alt=R>", "picture R [1]",
                ["https://example.org/blog/real.jpg"]
            ),
            (
                "<img class=lazyload src=blank.gif data-original=real.jpg alt=R><img src=a.jpg data-src=b.jpg alt=A>",
                "picture R [1]\npicture A [2]", ["https://example.org/blog/real.jpg", "https://example.org/blog/a.jpg"]
            ),
            (
                "<img class='photo lazy' src=blank.gif srcset='data:image/gif,x 1w' data-srcset='s.jpg 320w' alt=S>",
                "picture S [1]", ["https://example.org/blog/s.jpg"]
            ),
            (
                "<img class=lazyload src=a_300.jpg data-src='a_{width}.jpg' alt=A>", "picture A [1]",
                ["https://example.org/blog/a_300.jpg"]
            ),
            (
                "<img src=/i/blank.gif data-lazy-src=a.jpg alt=A><img src=1x1.png data-srcset='b.jpg 1x' alt=B>",
                "picture A [1]\npicture B [2]", ["https://example.org/blog/a.jpg", "https://example.org/blog/b.jpg"]
            ),
            (
                "<img src=a-20x13.jpg data-lazy-src=a.jpg alt=A><img src=p.gif data-lazy-srcset='b.jpg 1x' alt=B>",
                "picture A [1]\npicture B [2]", ["https://example.org/blog/a.jpg", "https://example.org/blog/b.jpg"]
            ),
            (
                "<img src=placeholder.svg srcset='a.jpg 1x' alt=A>", "picture A [1]",
                ["https://example.org/blog/a.jpg"]
            ),
            ("<img srcset='s.jpg 1x, l.jpg 2x' alt=S>", "picture S [1]", ["https://example.org/blog/s.jpg"]),
            ("<img src='data:image/gif;base64,R0lGOD'>", "", []),
            ("Hi <img class=emoji alt=🙂 src=s.png> there", "Hi 🙂 there", []),
            ("So <img class='smilie smilie--sprite' alt=':(' title='Sad' src='data:image/gif,x'> sad", "So :( sad", []),
            (
                "one <img src=a.jpg alt=A> two<p>three", "one two\npicture A [1]\nthree",
                ["https://example.org/blog/a.jpg"]
            ),
            ("one<br><img src=a.jpg alt=A>two", "one\npicture A [1]\ntwo", ["https://example.org/blog/a.jpg"]),
            (
                "<a href=page><img src=a.jpg alt=A></a>", "picture A [1] [2]",
                ["https://example.org/blog/a.jpg", "https://example.org/blog/page"]
            ),
            (
                "one <a href=p><img src=a.jpg alt=A></a> two", "one two\npicture A [1] [2]",
                ["https://example.org/blog/a.jpg", "https://example.org/blog/p"]
            ),
            (
                "<a href=p><img src=a.jpg alt=A> news</a>", "picture A [1]\n[news]2",
                ["https://example.org/blog/a.jpg", "https://example.org/blog/p"]
            ),
            (
                "<a href=p><img src=a.jpg alt=A></a><a href=q><img src=b.jpg alt=B></a>",
                "picture A [1] [2]\npicture B [3] [4]",
                [
                    "https://example.org/blog/a.jpg", "https://example.org/blog/p", "https://example.org/blog/b.jpg",
                    "https://example.org/blog/q",
                ]
            ),
            ("<a href=large.jpg><img src=a.jpg alt=A></a>", "picture A [1]", ["https://example.org/blog/large.jpg"]),
            ("<amp-img src=a.jpg alt=A></amp-img>b", "picture A [1]\nb", ["https://example.org/blog/a.jpg"]),
            ("<img src='javascript:x' alt=A>", "picture A", []),
        ] as [(String, String, [String])])
    func `A picture has a line of its own with its description`(_ html: String, _ text: String, _ addresses: [String]) {
        let (outline, links) = read(html)
        #expect(outline == text)
        #expect(links == addresses)
    }

    @Test(
        "The picture in the noscript element after a placeholder replaces it; no picture is shown twice",
        arguments: [
            ("<img src='data:x' alt=A><noscript><img src=a.jpg></noscript>b", "picture A [1]\nb", ["a.jpg"]),
            (
                "<picture><img src=blank.gif></picture> <noscript><p><img src=a.jpg alt=A></noscript>", "picture A [1]",
                ["a.jpg"]
            ),
            ("<img class=lazy src=s.jpg><noscript><img src=a.jpg alt=A></noscript>", "picture A [1]", ["a.jpg"]),
            ("<img src='data:x' data-src=a.jpg alt=A><noscript><img src=b.jpg></noscript>", "picture A [1]", ["a.jpg"]),
            ("<img src=a.jpg alt=A><noscript><img src=a.jpg></noscript>", "picture A [1]", ["a.jpg"]),
            ("<img src='data:x'>b<noscript><img src=a.jpg></noscript>", "b\npicture a.jpg [1]", ["a.jpg"]),
            ("<img src='data:x'><noscript><img src=a.gif width=1></noscript>b", "b", []),
            ("<img src='data:x'><noscript><img hidden src=a.gif></noscript>b", "b", []),
            (
                "<img src=loading.gif alt=A><img src=b.jpg alt=B>", "picture A [1]\npicture B [2]",
                ["loading.gif", "b.jpg"]
            ),
        ] as [(String, String, [String])])
    func placeholders(_ html: String, _ text: String, _ files: [String]) {
        let (outline, links) = read(html)
        #expect(outline == text)
        #expect(links == files.map { "https://example.org/blog/" + $0 })
    }

    @Test("An address with possible breaks of the line is one link")
    func brokenAddress() {
        let (text, links) = read("See https://example.org/<wbr>long/<WBR/>path, &amp;<wbr> more<wbr>.")
        #expect(text == "See [https://example.org/long/path]1, & more.")
        #expect(links == ["https://example.org/long/path"])
    }

    @Test("A post from X that Substack puts in an attribute is shown")
    func posts() {
        let html = #"""
            a<div class="twitter-embed" data-attrs="{&quot;url&quot;:&quot;https://x.com/ann/status/1&quot;,&quot;full_text&quot;:\#
            &quot;Fog &amp;amp; caf\u00e9 \&quot;sea\&quot;\n<a href=y>y.example</a>&quot;,&quot;username&quot;:&quot;ann&quot;}" \#
            data-component-name="Twitter2ToDOM"></div>b
            """#
        let (outline, links) = read(html)
        #expect(outline == "a\nFog & café \"sea\" y.example — [@ann]1\nb")
        #expect(links == ["https://x.com/ann/status/1"])
    }

    @Test(arguments: [
        (
            "a<iframe src='https://www.youtube.com/embed/x'>no frames</iframe>b",
            "a\nvideo: [youtube.com]1\nb"
        ),
        ("<video controls><source src=v.mp4><p>Sorry.</p></video>", "video: [v.mp4 (example.org)]1"),
        ("<audio src=/a.mp3></audio>", "audio: [a.mp3 (example.org)]1"),
        ("<object data=o.swf><embed src=o.swf></object>", "object: [o.swf (example.org)]1"),
        ("<iframe src='https://example.com/poll'></iframe>", "page: [example.com]1"),
        (
            "<iframe src='https://cdn.embedly.com/widgets/media.html?src=a&amp;url=https%3A%2F%2Fvimeo.com%2F1'></iframe>",
            "video: [vimeo.com]1"
        ),
        ("<iframe src='//cdn.embedly.com/a.html?url=HTTPS%3A%2F%2Fvimeo.com%2F1'></iframe>", "video: [vimeo.com]1"),
        ("<iframe src='https://cdn.embedly.com/a.html?url=x'></iframe>", "page: [a.html (cdn.embedly.com)]1"),
        ("<iframe></iframe><video></video><embed>x", "x"),
        ("<iframe src='' width=0><a href='https://medium.com/media/a/href'>b</a></iframe>", "page: [medium.com]1"),
        ("<iframe><a href=''>b</a></iframe><video><a href='/upgrade'>b</a></video>x", "x"),
        ("<iframe src='about:blank' data-src='https://vimeo.com/1' title=T></iframe>", "video: [T (vimeo.com)]1"),
        ("<iframe src='data:image/gif,x' data-lazy-src='https://vimeo.com/1'></iframe>", "video: [vimeo.com]1"),
        ("<lite-youtube videoid=a-1_B title=T><a href=/p>Play</a></lite-youtube>x", "video: [T (youtube.com)]1\nx"),
        ("<amp-youtube data-videoid=ab></amp-youtube>", "video: [youtube.com]1"),
        ("<amp-youtube data-videoid='../a?b'></amp-youtube>x", "x"),
    ])
    func `A player or a frame becomes a link with its kind`(_ html: String, _ text: String) {
        #expect(read(html).outline == text)
    }

    @Test(
        "Scripts, styles, templates and forms are hidden",
        arguments: [
            ("a<script>if (x</y) b</script>c", "ac"), ("a<style>p { }</style>b", "ab"),
            ("<head><title>T</title><meta charset=utf-8></head><body>a", "a"),
            ("a<noscript>b</noscript>c<template><p>d</template>e", "ace"),
            ("<form>a<input value=b><select><option>c</select><button>d</button><textarea>e</textarea></form>", "a"),
            ("a<span style='color: red; display : none'>b<span>c</span>d</span>e", "ae"),
            ("a<p hidden>b</p>c<i aria-hidden=true>d</i>", "ac"),
            ("a<label class='hide-text'>b</label>c<span class='show-for-sr'>d</span>", "ac"),
            ("a<span class='kg-bookmark-publisher'>b</span><img class='kg-bookmark-icon' src=x>", "a b"),
            (
                """
                a.<label for=s class="margin-toggle sidenote-number"></label><input type=checkbox id=s class=margin-toggle>\
                <span class=sidenote>b</span> c<label for=t class=margin-toggle>⊕</label><span class=marginnote>d</span>
                """, "a. b c d"
            ),
            ("a<span class=tooltiptext>b</span> c<span style='color: red; display: block'>d</span>", "a b c d"),
            ("<pre><span style='display:block'>a\n</span><span style='display:block'>b</span></pre>", "pre a⏎b"),
            ("<pre>make all<span class=btn>Copy</span></pre>", "pre make all Copy"),
            ("a<svg><title>b</title><path d=''/></svg>c", "ac"),
            (
                """
                a<div class=meta><svg><use/></svg><span class=filename>b</span><span class=informations>9×9 1 KB</span>
                </div>c<div class=meta><span class=filename>d</span></div>
                """, "ac\nd"
            ),
            ("<table><tr><td class=linenos><pre>1\n2</pre></td><td><pre>a\nb</pre></td></table>", "pre a⏎b"),
            ("<pre><span class='lineno'>1 </span>a\n<span class='lineno'>2 </span>b</pre>", "pre a⏎b"),
            ("<pre><span class='ln'>1</span>a\n<span class='ln'>2</span>b</pre>", "pre a⏎b"),
            ("<pre><i style='-webkit-user-select:none; user-select:none'> 9\n</i>a</pre>", "pre a"),
            ("<pre><i style='user-select:none'>$ </i>ls <i class=ln>x</i></pre>", "pre $ ls x"),
            ("<p><i class=ln>1</i> <i style='user-select:none'>2</i></p>", "e{1} e{2}"),
            (
                "<table><td><pre><code><i class=lnt>1\n</i><i class=lnt>2\n</i></code></pre><td><pre>a\nb</pre></table>",
                "pre a⏎b"
            ),
            ("<noscript>never closed", "never closed"),
            ("<math alttext='x+1'><mi>x</mi></math> <math><mi>y</mi><annotation>tex</annotation></math>", "x+1 y"),
            ("<math alttext='x+1'><mi>y</mi> z", "y z"),
            ("a<!-- <p>b</p> -->c<?php d ?>e", "ace"),
        ])
    func whatIsNotShown(_ html: String, _ text: String) {
        #expect(read(html).outline == text)
    }
}

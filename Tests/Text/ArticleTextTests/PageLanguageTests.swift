import Testing

@testable import ArticleText

/// Pages in languages other than English: words without spaces, other punctuation, right-to-left text.
@Suite struct PageLanguageTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let language: String
        let title: String
        let paragraphs: [String]
        let clutter: [String]
        var testDescription: String { language }
    }

    @Test(arguments: samples)
    func `The text of a page is found in any language`(_ sample: Sample) throws {
        let paragraphs = sample.paragraphs.map { "<p>\($0)</p>" }.joined()
        let links = sample.clutter.map { "<li><a href='/\($0.hashValue)'>\($0)</a></li>" }.joined()
        let page = """
            <!DOCTYPE html><html lang="\(sample.language)"><head><title>\(sample.title)</title></head><body>
            <div class="nav"><ul>\(links)</ul></div>
            <div class="content"><h1>\(sample.title)</h1>\(paragraphs)<h3>\(sample.clutter[0])</h3><ul>\(links)</ul></div>
            <div class="footer"><p>\(sample.clutter[1])</p></div></body></html>
            """
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/"))
        #expect(main.title == sample.title && main.language == sample.language)
        let text = outline(DocumentBuilder.document(html: main.html, base: nil))
        for paragraph in sample.paragraphs { #expect(text.contains(paragraph)) }
        for phrase in sample.clutter + [sample.title] { #expect(!text.contains(phrase), "\(phrase) is in:\n\(text)") }
        #expect(!GatePage.isGate(html: page, textLength: main.textLength, title: sample.title))
    }

    @Test("A page that asks for a password in place of a Chinese article is a gate")
    func gate() {
        let page = "<form method=post><p>欢迎使用本网络，请先登录，然后继续。</p><input type=password></form>"
        #expect(GatePage.isGate(html: page, textLength: 200, title: "灯塔看守人数船三十年"))
        #expect(!GatePage.isGate(html: page + "<p>灯塔看守人在这里数船，已经三十年了</p>", textLength: 200, title: "灯塔看守人数船"))
    }

    private static let samples = [
        Sample(
            language: "zh-CN", title: "灯塔看守人数船三十年",
            paragraphs: [
                "北方灯塔的看守人三十年来一直在数过往的船只，他说，去年冬天的船比以往任何时候都少。",
                "他把每一艘船都写进一本绿色封面的册子里：船名、时刻、风向，还有船上的人是否向他挥手。",
                "他身后的架子上摆着二十九本这样的册子，除了海鸥，从来没有人要求看一看它们，他也从不主动拿给别人看。",
            ], clutter: ["相关阅读", "版权所有，未经许可不得转载", "港口新闻首页"]),
        Sample(
            language: "ja", title: "船を数える灯台守",
            paragraphs: [
                "北の灯台守は三十年のあいだ船を数えてきたが、去年の冬はこれまでになく少なかったという。",
                "彼は一隻ごとに緑の表紙の帳面に書きつける。船の名、時刻、風、そして手を振ってくれたかどうか。",
                "背後の棚にはそのような帳面が二十九冊並んでいるが、かもめのほかに見たいと言った者は、まだ誰もいない。",
            ], clutter: ["関連記事", "無断転載を禁じます、すべての権利を保有します", "人気の記事"]),
        Sample(
            language: "ru", title: "Смотритель, который считает корабли",
            paragraphs: [
                "Смотритель северного маяка считает корабли уже тридцать лет, и прошлой зимой, говорит он, их стало меньше.",
                "Каждый из них он записывает в книгу с зелёной обложкой: имя, час, ветер и то, помахали ли ему с борта.",
                "На полке за его спиной стоит двадцать девять таких книг, и никто, кроме чаек, ещё не просил их показать.",
            ], clutter: ["Читайте также", "Все права защищены, перепечатка запрещена", "Самое популярное за неделю"]),
        Sample(
            language: "ar", title: "الرجل الذي يعد السفن",
            paragraphs: [
                "يعد حارس المنارة الشمالية السفن منذ ثلاثين عاما، ويقول إنها كانت في الشتاء الماضي أقل من أي وقت مضى.",
                "يكتب كل سفينة في دفتر أخضر الغلاف: اسمها، والساعة، والريح، وما إذا كان أحد على متنها قد لوح له بيده.",
                "وعلى الرف خلفه تسعة وعشرون دفترا من هذا النوع، ولم يطلب أحد رؤيتها حتى اليوم، إلا النوارس.",
            ], clutter: ["مواضيع ذات صلة", "جميع الحقوق محفوظة، ولا يجوز النقل", "الأكثر قراءة هذا الأسبوع"]),
        Sample(
            language: "de", title: "Der Mann, der die Schiffe zählt",
            paragraphs: [
                "Der Wärter des Nordlichts zählt seit dreißig Jahren die Schiffe, und im letzten Winter waren es weniger denn je.",
                "Jedes schreibt er in ein Buch mit grünem Einband: den Namen, die Stunde, den Wind, und ob jemand gewinkt hat.",
                "Auf dem Brett hinter ihm stehen neunundzwanzig solcher Bücher, und außer den Möwen wollte sie noch niemand sehen.",
            ],
            clutter: [
                "Das könnte Sie auch interessieren", "Alle Rechte vorbehalten, Nachdruck verboten", "Meistgelesen",
            ]),
    ]
}

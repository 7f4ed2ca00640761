import Markup

/// Hints about an element from the words of its class or id. Several may apply at once.
struct NameHints: OptionSet, Sendable {
    let rawValue: UInt32

    /// Navigation, comments, adverts: rarely part of the text.
    static let unlikely = NameHints(rawValue: 1 << 0)
    /// Words of the text's own containers, which overrule `unlikely`.
    static let maybe = NameHints(rawValue: 1 << 1)
    /// Raises the element's score.
    static let positive = NameHints(rawValue: 1 << 2)
    /// Lowers the element's score.
    static let negative = NameHints(rawValue: 1 << 3)
    /// A line that names the author or the date.
    static let byline = NameHints(rawValue: 1 << 4)
    /// Buttons for sharing.
    static let share = NameHints(rawValue: 1 << 5)
    /// The body of an article, by the names that publishing software gives it.
    static let body = NameHints(rawValue: 1 << 6)
    /// Teasers, tags, author cards, notices: clutter inside a text.
    static let aside = NameHints(rawValue: 1 << 7)
    /// Teasers of other articles, if the element contains links.
    static let teaser = NameHints(rawValue: 1 << 9)
    /// The first sentences of an article, set apart from its text.
    static let lead = NameHints(rawValue: 1 << 10)
    /// A picture's caption or credit.
    static let caption = NameHints(rawValue: 1 << 8)

    /// Elements that are never the text, whatever their length: readers' comments, notices about cookies.
    static let outside = NameHints(rawValue: 1 << 11)
    /// A reader's message in a forum.
    static let message = NameHints(rawValue: 1 << 12)

    /// A box beside the text.
    static let box = NameHints(rawValue: 1 << 13)

    /// Words such as "overflow-hidden" that describe the layout of an element and do not hide it.
    static let layout = NameHints(rawValue: 1 << 14)

    /// A note, a footnote or a warning of the author, in the words of documentation.
    static let notice = NameHints(rawValue: 1 << 15)

    /// The header of the page, or of a section if it holds only a heading.
    static let header = NameHints(rawValue: 1 << 16)

    /// A picture in a gallery of WordPress or MediaWiki.
    static let galleryPart = NameHints(rawValue: 1 << 17)

    /// Returns all hints in `range` of `bytes`, found in one pass.
    static func of(_ bytes: [UInt8], _ range: Range<Int>) -> NameHints {
        WordAutomaton.shared.hints(bytes, range)
    }
}

extension NameHints {
    /// The words of the first five rows come from Mozilla's Readability, except for the headers of an article's parts,
    /// and without "media", which names the pictures of an article.
    static let table: [(hints: NameHints, words: String)] = [
        (
            .unlikely,
            """
            -ad- ai2html banner breadcrumbs combx comment community cover-wrap disqus extra footer gdpr legends menu \
            related remark replies rss shoutbox sidebar skyscraper social sponsor supplemental ad-break agegate pagination \
            pager popup yom-remote box-header widget-header modal-header
            """
        ),
        (.header, "header"),
        (
            .maybe,
            """
            and article body column content main mathjax shadow \
            header-anchor accordion-header recipe-header blockquote-footer
            """
        ),
        (.positive, "article body content entry hentry h-entry main page pagination post text blog story"),
        (
            .negative,
            """
            -ad- hidden ^hid^ banner combx comment com- contact footer gdpr masthead meta outbrain promo related scroll \
            share shoutbox sidebar skyscraper sponsor shopping tags widget
            """
        ),
        (.byline, "byline author dateline writtenby p-author"),
        (
            .share,
            """
            ^share^ ^share- ^share_ -share^ _share^ -share- _share_ -share_ _share- ^sharedaddy^ ^sharing^ ^share-buttons \
            addtoany addthis sociable social-share social-links shareaholic
            """
        ),
        (.body, "articlebody article-body article__body article_body entry-content post-content post-body story-body"),
        (
            .aside,
            """
            newsletter subscribe subscription signup sign-up contrib-bio contributor-bio contributor__bio author_bio author__bio writer-bio tag-list taglist ^tags^ post-tags \
            article-tags entry-tags -tags^ _tags^ tag-cloud tagcloud author-bio author-info author-box author-card \
            author-desc author-content about-author authorbox no-print d-print-none hide-print post-author authorinfo breadcrumb cookie consent timestamp \
            ^toc^ ^footer^ ^date^ pubdate publish-date published-date post-date postdate entry-date article-date entry-meta post-meta \
            article-meta postmeta byline dateline ^sharing^ ^social^ social- -social ^ad^ ^ads^ ^ad- -ad^ advert outbrain taboola \
            disclaimer ^comments comment-list comments-link nocomments no-comments ^rating -rating ^rate -rate^ \
            ^vote ^cta^ -cta^ -cta- print-only d-print slidecount pagination prev-next post-nav nav-links entryfooter post-footer \
            article-footer entry-footer entry-utility copyright feedback report-error upsell paywall donate donation \
            alert-dismissible article-citation article-contact saboxplugin vc_cta affiliate-text content-bottom relatedpost \
            embed-privacy brlbs-cmpnt blocked-content-notice two-click
            """
        ),
        (
            .teaser,
            """
            related recommend read-more readmore more-on- more-from morefrom most-read mostread most-popular mostpopular trending \
            teaser promo sponsor
            """
        ),
        (
            .lead,
            """
            ^lead^ -lead^ _lead^ ^lede^ ^dek^ -dek^ _dek^ ^deck^ -deck^ standfirst ^intro^ -intro^ _intro^ chapo subtitle^ \
            sub-title^ subheadline article-teaser teasertext article-summary hero-text news-description recipe-description excerpt^ bajada
            """
        ),
        (.caption, "caption credit"),
        (
            .outside,
            """
            ^comments^ ^respond^ ^commentlist^ ^comment-list^ ^comments-area^ ^comment-respond^ ^disqus_thread^ comments-section \
            comments-container ^commentform^ ^comment-form cookie-notice cookie-banner cookiebanner cookie-consent \
            cookieconsent cookie-law cookie_law cookie-bar cookiebar eu-cookie eu_cookie onetrust
            """
        ),
        (.box, "infobox info-box factbox fact-box inline-box inlinebox textbox text-box pullquote pull-quote"),
        (
            .layout,
            """
            overflow-hidden overflowhidden hidden-xs hidden-sm hidden-md hidden-lg hidden-print scroll-m- scroll-mt- \
            elementor-widget-heading elementor-widget-image elementor-widget-video
            """
        ),
        (
            .notice,
            """
            admonition starlight-aside footnote-list ^footnote^ ^note^ ^tip^ ^important^ ^caution^ ^warning^ \
            markdown-alert ^alert-primary^ ^alert-secondary^ ^alert-info^ ^alert-success^ ^alert-warning^ ^alert-danger^
            """
        ),
        (.galleryPart, "gallery-icon gallery-item gallerybox"),
        (.message, "bbwrapper ^postbody^ ^post_message_ ^cooked^ ^post-message^"),
    ]
}

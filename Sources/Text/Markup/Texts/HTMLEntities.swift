/// HTML's names of characters: all of HTML 4, and the common ones of HTML 5.
enum HTMLEntities {
    /// Returns the character with this case-sensitive name.
    static func scalar(_ name: EntityName) -> Unicode.Scalar? {
        scalars[name]
    }

    /// HTML §13.5: the semicolon is optional for the names of Latin-1 and of markup's characters.
    static func mayLackSemicolon(_ name: EntityName) -> Bool {
        old.contains(name)
    }

    private static let scalars: [EntityName: Unicode.Scalar] = {
        var table: [EntityName: Unicode.Scalar] = [:]
        for (first, names) in runs {
            for (offset, name) in names.split(separator: " ").enumerated() {
                table[EntityName(name)] = Unicode.Scalar(first + UInt32(offset))
            }
        }
        for pair in singles.split(whereSeparator: \.isWhitespace) {
            let parts = pair.split(separator: "=")
            table[EntityName(parts[0])] = UInt32(parts[1], radix: 16).flatMap(Unicode.Scalar.init)
        }
        return table
    }()

    private static let old = Set(
        (runs[0].names + " amp AMP lt LT gt GT quot QUOT copy COPY reg REG").split(separator: " ").map(EntityName.init))

    /// Names of consecutive Unicode characters; `-` for one without a name.
    private static let runs: [(first: UInt32, names: String)] = [
        (
            0xA0,
            """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
            acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml \
            Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde \
            Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig \
            ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide \
            oslash ugrave uacute ucirc uuml yacute thorn yuml
            """
        ),
        (
            0x100,
            """
            Amacr amacr Abreve abreve Aogon aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron ccaron Dcaron dcaron \
            Dstrok dstrok Emacr emacr - - Edot edot Eogon eogon Ecaron ecaron Gcirc gcirc Gbreve gbreve Gdot gdot \
            Gcedil - Hcirc hcirc Hstrok hstrok Itilde itilde Imacr imacr - - Iogon iogon Idot imath IJlig ijlig Jcirc \
            jcirc Kcedil kcedil kgreen Lacute lacute Lcedil lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute \
            nacute Ncedil ncedil Ncaron ncaron napos ENG eng Omacr omacr - - Odblac odblac OElig oelig Racute racute \
            Rcedil rcedil Rcaron rcaron Sacute sacute Scirc scirc Scedil scedil Scaron scaron Tcedil tcedil Tcaron \
            tcaron Tstrok tstrok Utilde utilde Umacr umacr Ubreve ubreve Uring uring Udblac udblac Uogon uogon Wcirc \
            wcirc Ycirc ycirc Yuml Zacute zacute Zdot zdot Zcaron zcaron
            """
        ),
        (
            0x391,
            """
            Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau \
            Upsilon Phi Chi Psi Omega
            """
        ),
        (
            0x3B1,
            """
            alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau \
            upsilon phi chi psi omega
            """
        ),
        (0x2002, "ensp emsp emsp13 emsp14 - numsp puncsp thinsp hairsp - zwnj zwj lrm rlm"),
        (0x2010, "hyphen - - ndash mdash horbar Verbar - lsquo rsquo sbquo - ldquo rdquo bdquo"),
        (0x2020, "dagger Dagger bull - - nldr hellip"),
        (0x2190, "larr uarr rarr darr harr varr nwarr nearr searr swarr"),
        (0x21D0, "lArr uArr rArr dArr hArr vArr"),
        (0x2200, "forall comp part exist nexist empty - nabla isin notin - ni"),
        (0x2227, "and or cap cup int"),
        (0x2264, "le ge lE gE"),
        (0x2282, "sub sup nsub - sube supe"),
    ]

    /// The other names, as `name=hexadecimal`.
    private static let singles = """
        amp=26 AMP=26 lt=3C LT=3C gt=3E GT=3E quot=22 QUOT=22 apos=27 COPY=A9 REG=AE
        Tab=9 NewLine=A excl=21 num=23 dollar=24 percnt=25 lpar=28 rpar=29 ast=2A plus=2B comma=2C period=2E sol=2F
        colon=3A semi=3B equals=3D quest=3F commat=40 lbrack=5B lsqb=5B bsol=5C rbrack=5D rsqb=5D Hat=5E lowbar=5F
        grave=60 lcub=7B lbrace=7B verbar=7C vert=7C rcub=7D rbrace=7D NonBreakingSpace=A0 half=BD centerdot=B7
        angst=C5 div=F7 inodot=131 fnof=192 gacute=1F5 circ=2C6 caron=2C7 breve=2D8 dot=2D9 ring=2DA ogon=2DB tilde=2DC
        dblac=2DD thetasym=3D1 upsih=3D2 straightphi=3D5 piv=3D6 epsi=3B5 ohm=3A9 IOcy=401 iocy=451
        ZeroWidthSpace=200B dash=2010 Vert=2016 lsquor=201A OpenCurlyQuote=2018 CloseCurlyQuote=2019
        OpenCurlyDoubleQuote=201C CloseCurlyDoubleQuote=201D ldquor=201E rdquor=201D bullet=2022 mldr=2026
        permil=2030 pertenk=2031 prime=2032 Prime=2033 tprime=2034 bprime=2035 lsaquo=2039 rsaquo=203A oline=203E
        caret=2041 hybull=2043 frasl=2044 NoBreak=2060 euro=20AC incare=2105 image=2111 numero=2116 copysr=2117
        weierp=2118 real=211C rx=211E trade=2122 TRADE=2122 alefsym=2135 aleph=2135 frac13=2153 frac23=2154 frac15=2155
        frac25=2156 frac35=2157 frac45=2158 frac16=2159 frac56=215A frac18=215B frac38=215C frac58=215D frac78=215E
        crarr=21B5 rightarrow=2192 leftarrow=2190 uparrow=2191 downarrow=2193 RightArrow=2192 LeftArrow=2190
        Rightarrow=21D2 Leftarrow=21D0 iff=21D4 map=21A6 emptyset=2205 in=2208 prod=220F coprod=2210 sum=2211 minus=2212
        plusmn=B1 pm=B1 mp=2213 setminus=2216 lowast=2217 compfn=2218 radic=221A Sqrt=221A prop=221D infin=221E
        angrt=221F ang=2220 mid=2223 par=2225 there4=2234 because=2235 ratio=2236 sim=223C cong=2245 asymp=2248 ap=2248
        approx=2248 ne=2260 equiv=2261 leq=2264 geq=2265 ll=226A gg=226B lt=3C oplus=2295 ominus=2296 otimes=2297
        perp=22A5 vdash=22A2 models=22A7 xor=22BB sdot=22C5 star=2606 starf=2605 vellip=22EE ctdot=22EF lceil=2308
        rceil=2309 lfloor=230A rfloor=230B lang=2329 rang=232A langle=27E8 rangle=27E9 boxh=2500 boxv=2502 block=2588
        squ=25A1 square=25A1 squf=25AA utri=25B5 utrif=25B4 rtri=25B9 rtrif=25B8 dtri=25BF dtrif=25BE ltri=25C3
        ltrif=25C2 loz=25CA lozf=29EB cir=25CB bigstar=2605 phone=260E female=2640 male=2642 spades=2660
        spadesuit=2660 clubs=2663 clubsuit=2663 hearts=2665 heartsuit=2665 diams=2666 diamondsuit=2666 sung=266A
        flat=266D natural=266E sharp=266F check=2713 checkmark=2713 cross=2717 malt=2720 sext=2736 xrarr=27F6
        xlarr=27F5 fflig=FB00 filig=FB01 fllig=FB02 ffilig=FB03 ffllig=FB04
        ell=2113 hbar=210F planck=210F sime=2243 simeq=2243 lsim=2272 gsim=2273 lesssim=2272 gtrsim=2273 phiv=3D5
        varphi=3D5 epsiv=3F5 varepsilon=3F5 thetav=3D1 vartheta=3D1 subseteq=2286 supseteq=2287 varnothing=2205
        mapsto=21A6 vee=2228 wedge=2227 bigcup=22C3 bigcap=22C2 oint=222E conint=222E Sum=2211 Integral=222B
        Product=220F PartialD=2202 DifferentialD=2146 ExponentialE=2147 ImaginaryI=2148 les=2A7D ges=2A7E nlt=226E
        ngt=226F nle=2270 nge=2271 longrightarrow=27F6 hookrightarrow=21AA af=2061 ApplyFunction=2061 it=2062
        InvisibleTimes=2062 ic=2063 InvisibleComma=2063 ThinSpace=2009 VeryThinSpace=200A MediumSpace=205F OverBar=203E
        """
}

/// An entity's name as a number, so that a lookup allocates nothing; names longer than 16 bytes are unknown.
struct EntityName: Hashable, Sendable {
    private let packed: UInt128

    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard range.count <= 16 else { return nil }
        packed = range.reduce(0) { $0 << 8 | UInt128(bytes[$1]) }
    }

    init(_ name: some StringProtocol) {
        packed = name.utf8.reduce(0) { $0 << 8 | UInt128($1) }
    }
}

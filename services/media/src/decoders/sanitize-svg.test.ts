import fc from 'fast-check';
import sharp from 'sharp';
import { sanitizeSvg } from './sanitize-svg.ts';

/** A reader other than the sanitiser's. Fails for XML that is not well-formed. */
const readSvg = (svg: string) => sharp(Buffer.from(svg)).metadata();
const ns = 'xmlns="http://www.w3.org/2000/svg"';
const safe = (svg: string) => sanitizeSvg(Buffer.from(svg));
const drawing = (inside: string, attributes = '') =>
  `<svg ${ns} viewBox="0 0 9 9"${attributes}>${inside}</svg>`;

/** Known ways to run code, load something, or hide either from a filter. */
const attacks: readonly string[] = [
  drawing('<script>alert(1)</script>'),
  drawing('<script type="text/ecmascript"><![CDATA[alert(1)]]></script>'),
  drawing('<script href="https://evil.example/x.js"/>'),
  drawing('<script xlink:href="data:text/javascript,alert(1)"/>'),
  drawing('<SCRIPT>alert(1)</SCRIPT>'),
  drawing('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'),
  drawing('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'),
  drawing('<scr<script>ipt>alert(1)</script>'),
  drawing('', ' onload="alert(1)"'),
  drawing('<g onclick="alert(1)" onmouseover="alert(1)"/>'),
  drawing('<g ONLOAD="alert(1)"/>'),
  drawing('<path onbegin="alert(1)" d="M0 0"/>'),
  drawing('<animate onbegin="alert(1)" attributeName="x" dur="1s"/>'),
  drawing('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'),
  drawing('<a xlink:href="java&#9;script:alert(1)"><text>x</text></a>'),
  drawing('<a><animate attributeName="href" values="javascript:alert(1)"/><rect/></a>'),
  drawing('<set attributeName="onmouseover" to="alert(1)"/>'),
  drawing('<set xlink:href="#a" attributeName="href" to="javascript:alert(1)"/>'),
  drawing('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>'),
  drawing('<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>'),
  drawing('<iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/>'),
  drawing('<image href="https://evil.example/pixel.png"/>'),
  drawing('<image xlink:href="//evil.example/pixel.png"/>'),
  drawing('<image href="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+"/>'),
  drawing('<image href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;"/>'),
  drawing('<use href="https://evil.example/x.svg#a"/>'),
  drawing('<use xlink:href="data:image/svg+xml;base64,AAAA#a"/>'),
  drawing('<feImage href="https://evil.example/x"/>'),
  drawing('<filter id="f"><feImage xlink:href="https://evil.example/x"/></filter>'),
  drawing('<rect fill="url(https://evil.example/x#a)"/>'),
  drawing('<rect fill="url(&quot;https://evil.example/x#a&quot;)"/>'),
  drawing('<rect filter="ur\\6c(https://evil.example)"/>'),
  drawing('<rect style="fill:url(//evil.example/x)"/>'),
  drawing('<rect style="background:image-set(\'https://evil.example/x\' 1x)"/>'),
  drawing('<rect style="behavior:url(#default#time2)"/>'),
  drawing('<rect style="width:expression(alert(1))"/>'),
  drawing('<rect style="-moz-binding:url(https://evil.example/x.xml#a)"/>'),
  drawing('<style>@import "https://evil.example/x.css";</style>'),
  drawing('<style>@im&#112;ort "https://evil.example/x.css";</style>'),
  drawing('<style>&amp;#64;import "https://evil.example/x.css";</style>'),
  drawing('<style><![CDATA[@import url(https://evil.example/x.css);]]></style>'),
  drawing('<style>\\40import url(https://evil.example)</style>'),
  drawing('<style>*{background:url(https://evil.example)}</style>'),
  drawing('<style>*{fill:ur/**/l(https://evil.example)}</style>'),
  drawing('<style>a{}</style><style>&lt;/style>&lt;script>alert(1)&lt;/script></style>'),
  drawing('<title><script>alert(1)</script></title>'),
  drawing('<desc><![CDATA[</desc><script>alert(1)</script>]]></desc>'),
  drawing('<!--><script>alert(1)</script>-->'),
  drawing('<!-- --!><script>alert(1)</script> -->'),
  drawing('<xmp><script>alert(1)</script></xmp><textarea><script>alert(1)</script></textarea>'),
  drawing('<embed src="javascript:alert(1)"/><object data="javascript:alert(1)"/>'),
  drawing('<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>'),
  drawing('<g xml:base="javascript:alert(1)//"/>'),
  drawing('<rect xmlns:x="http://www.w3.org/1999/xlink" x:href="javascript:alert(1)"/>'),
  `<?xml-stylesheet type="text/xsl" href="https://evil.example/x.xsl"?>${drawing('')}`,
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>${drawing('&x;')}`,
  `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing('<text>&x;</text>')}`,
  `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${drawing('')}`,
  `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://evil.example/x.dtd">${drawing('')}`,
];

/** The parts of an SVG that an XML reader acts on: tags with their attributes, style sheets, declarations. */
function working(svg: string): string {
  const tags = [...svg.matchAll(/<[^>]*>/g)].join('\n');
  const styles = [...svg.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n');
  return `${tags}\n${styles}`;
}

it.each(attacks)('sanitises: %s', async (attack) => {
  const svg = safe(attack);
  expect(working(svg)).not.toMatch(
    /script|javascript|\son\w+\s*=|foreignobject|iframe|evil|data:|@|<!|<\?|<\w+:|expression|animate|<set|<a\b|image-set|behavior/i,
  );
  await readSvg(svg);
  expect(safe(svg)).toBe(svg);
});

it('keeps what drawing programs write', async () => {
  const picture = 'data:image/png;base64,iVBORw0KGgo=';
  const svg = safe(`<?xml version="1.0" encoding="UTF-8"?>
<!-- Generator: a drawing program -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink" width="24" height="24" viewBox="0 0 24 24">
<title>A &amp; B (អាន)</title>
<style type="text/css"><![CDATA[.a > .b{fill:#f00;stroke:url(#g)}]]></style>
<defs><linearGradient id="g" gradientTransform="rotate(90)"><stop offset="0" stop-color="rgb(1,2,3)"/></linearGradient></defs>
<g class="a" transform="translate(1 2) scale(.5)"><path class="b" d="M0 0h9v9z" fill="url(#g)" style="opacity:.5"/></g>
<use xlink:href="#g" x="1"/><image xlink:href="${picture}" width="1" height="1"/>
</svg>`);
  for (const kept of [
    '<title>A &amp; B (អាន)</title>',
    '.a > .b{fill:#f00;stroke:url(#g)}',
    '<linearGradient id="g" gradientTransform="rotate(90)"><stop offset="0" stop-color="rgb(1,2,3)">',
    '<g class="a" transform="translate(1 2) scale(.5)">',
    '<path class="b" d="M0 0h9v9z" fill="url(#g)" style="opacity:.5">',
    '<use href="#g" x="1">',
    `<image href="${picture}" width="1" height="1">`,
  ])
    expect(svg).toContain(kept);
  await readSvg(svg);
});

const chain = (length: number, link: (n: number) => string) =>
  Array.from({ length }, (_one, n) => link(n)).join('');
const rects = (n: number, attribute: (n: number) => string) =>
  Array.from({ length: n }, (_one, at) => `<rect ${attribute(at)} width="9" height="9"/>`).join('');
const filtered = (inside: string, attributes = '') =>
  drawing(`<filter id="f" ${attributes}>${inside}</filter><rect filter="url(#f)" width="9" height="9"/>`);

/** Small files with more than 100,000 elements or layers once all references are resolved. */
const bombs: Readonly<Record<string, string>> = {
  use: drawing(
    chain(10, (n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(9)}</g>`) +
      '<g id="a0"><path d="M0 0"/></g>',
  ),
  mask: drawing(
    chain(9, (n) => `<mask id="m${n + 1}">${rects(8, () => `mask="url(#m${n})"`)}</mask>`) +
      '<mask id="m0"><rect width="9" height="9"/></mask><rect width="9" height="9" mask="url(#m9)"/>',
  ),
  pattern: drawing(
    chain(
      9,
      (n) => `<pattern id="p${n + 1}" width="1" height="1">${rects(8, () => `fill="url(#p${n})"`)}</pattern>`,
    ) +
      '<pattern id="p0" width="1" height="1"><rect width="9" height="9"/></pattern><rect width="9" height="9" fill="url(#p9)"/>',
  ),
  'pattern that is inherited': drawing(
    chain(
      6,
      (n) =>
        `<pattern id="p${n + 1}" width="1" height="1"><g fill="url(#p${n})">${rects(12, () => '')}</g></pattern>`,
    ) +
      '<pattern id="p0" width="1" height="1"><rect width="9" height="9"/></pattern><rect width="9" height="9" fill="url(#p6)"/>',
  ),
  'pattern that is inherited from around a pattern': drawing(
    chain(
      6,
      (n) =>
        `<g fill="url(#p${n})"><pattern id="p${n + 1}" width="1" height="1">${rects(12, () => '')}</pattern></g>`,
    ) +
      '<pattern id="p0" width="1" height="1"><rect width="9" height="9"/></pattern><rect width="9" height="9" fill="url(#p6)"/>',
  ),
  marker: drawing(
    chain(
      7,
      (n) => `<marker id="k${n + 1}"><path marker-mid="url(#k${n})" d="M0 0${'h1'.repeat(20)}"/></marker>`,
    ) + '<marker id="k0"><path d="M0 0h9"/></marker><path marker-mid="url(#k7)" d="M0 0h1h1h1"/>',
  ),
  'marker at many points': drawing(
    `<marker id="k">${rects(50, () => '')}</marker><path marker-mid="url(#k)" d="M0 0${'h1'.repeat(3_000)}"/>`,
  ),
  'clip path': drawing(
    chain(9, (n) => `<clipPath id="c${n + 1}">${rects(8, () => `clip-path="url(#c${n})"`)}</clipPath>`) +
      '<clipPath id="c0"><rect width="9" height="9"/></clipPath><rect width="9" height="9" clip-path="url(#c9)"/>',
  ),
  'style attribute': drawing(
    chain(9, (n) => `<mask id="m${n + 1}">${rects(8, () => `style="opacity:1;mask:url('#m${n}')"`)}</mask>`) +
      '<mask id="m0"><rect width="9" height="9"/></mask><rect style="mask:url(#m9)"/>',
  ),
  'style sheet': drawing(
    `<style>/* } */${chain(9, (n) => `g > .r${n}{mask:url("#m${n}")}`)}</style>` +
      chain(9, (n) => `<mask id="m${n + 1}"><g>${rects(8, () => `class="x r${n}"`)}</g></mask>`) +
      '<mask id="m0"><rect width="9" height="9"/></mask><rect mask="url(#m9)"/>',
  ),
  'filters side by side': drawing(
    `<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(20)}</filter>${rects(900, () => 'filter="url(#f)"')}`,
  ),
  'filter that merges itself': filtered(
    chain(
      20,
      (n) => `<feMerge result="r${n + 1}">${`<feMergeNode in="r${n}"/>`.repeat(3)}</feMerge>`,
    ).replace('<feMerge', '<feFlood result="r0"/><feMerge'),
  ),
  'filter with many steps': filtered('<feGaussianBlur stdDeviation="1"/>'.repeat(300)),
  'filter with a huge blur': filtered('<feGaussianBlur stdDeviation="1e5"/>'),
  'filter with a huge region': filtered('<feFlood/>', 'width="1e6" height="1000000%"'),
  'reference to itself': drawing('<mask id="m"><rect mask="url(#m)"/></mask><rect mask="url(#m)"/>'),
  'references in a circle': drawing(
    '<pattern id="a"><rect fill="url(#b)"/></pattern><pattern id="b"><rect fill="url(#a)"/></pattern>',
  ),
  'many elements': drawing('<g/>'.repeat(25_000)),
  'many attributes': drawing(
    '<g id="a" fill="b"/>'.repeat(19_000) + '<g d="==="/>'.repeat(900) + '='.repeat(70_000),
  ),
  'many attributes of one element': drawing(`<g ${chain(201, (n) => `a${n}="" `)}/>`),
  'many characters': drawing(`<path d="M0 0${'h1'.repeat(1_000_000)}"/>`),
  'many letters': drawing(`<text>${'a'.repeat(20_001)}</text>`),
};

it.each(Object.entries(bombs))('rejects what would take too long to render: %s', (_name, bomb) => {
  expect(() => safe(bomb)).toThrow('tooComplex');
});

/** References as drawing programs write them. */
const harmless: Readonly<Record<string, string>> = {
  'clip path around everything': drawing(
    '<g clip-path="url(#c)"><path d="M0 0h9"/></g><defs><clipPath id="c"><rect width="24" height="24"/></clipPath></defs>',
  ),
  'gradient of its own for each of 200 paths': drawing(
    chain(
      200,
      (n) =>
        `<linearGradient id="g${n}" href="#base"><stop offset="0"/><stop offset="1"/></linearGradient><path fill="url(#g${n})" d="M0 0h9"/>`,
    ) + '<linearGradient id="base"><stop offset="0"/></linearGradient>',
  ),
  'gradient within the group that it fills': drawing(
    '<g fill="url(#g)"><defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs><path d="M0 0h9"/></g>',
  ),
  'gradient by class': drawing(
    `<style>.a,.b{fill:url(#g);stroke:#000}</style><radialGradient id="g"><stop offset="0"/></radialGradient>${rects(300, () => 'class="a"')}`,
  ),
  'symbol used 60 times': drawing(
    `<symbol id="s"><path d="M0 0h9"/><circle r="1"/></symbol>${'<use href="#s"/>'.repeat(60)}`,
  ),
  'drop shadow': filtered(
    '<feFlood result="c"/><feColorMatrix in="SourceAlpha" result="hard"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hard" operator="out"/><feBlend in2="c" result="d"/><feBlend in="SourceGraphic" in2="d"/>',
    'x="-20" y="-20" width="200" height="200" filterUnits="userSpaceOnUse"',
  ),
  'mask and pattern': drawing(
    `<mask id="m"><rect fill="url(#p)" width="9" height="9"/></mask><pattern id="p" width=".1" height=".1"><path d="M0 0h1"/></pattern>${rects(20, () => 'mask="url(#m)"')}`,
  ),
  'arrow heads': drawing(
    `<marker id="k"><path d="M0 0l9 9z"/></marker>${chain(30, () => `<path marker-end="url(#k)" d="M0 0${'h1'.repeat(60)}"/>`)}`,
  ),
};

it.each(Object.entries(harmless))('keeps what is harmless: %s', (_name, icon) => {
  expect(safe(icon)).toContain('url(#'.repeat(icon.includes('url(#') ? 1 : 0));
});

it('rejects what is not an SVG in UTF-8', () => {
  expect(() => sanitizeSvg(Buffer.from(drawing(''), 'utf16le'))).toThrow('broken');
  expect(() => safe('<p>words</p>')).toThrow('broken');
});

const letters = '<text>aaa</text>';
it.each([
  ['no size', `<svg ${ns}>${letters}</svg>`],
  ['a width alone', `<svg ${ns} width="9">${letters}</svg>`],
  ['percentages', `<svg ${ns} width="100%" height="100%">${letters}</svg>`],
  ['no height', `<svg ${ns} width="9" height="0">${letters}</svg>`],
  ['an empty viewBox', `<svg ${ns} viewBox="0 0 0 9">${letters}</svg>`],
  ['three sides', `<svg ${ns} viewBox="0 0 9">${letters}</svg>`],
  ['another root', `${drawing('')}${drawing('')}`],
  ['text after its root', `${drawing('')}text`],
  ['a control character', drawing('<text>a\u0001</text>')],
  ['a control character by its number', drawing('<text>a&#1;</text>')],
])('rejects an SVG with %s', (_what, svg) => {
  expect(() => safe(svg)).toThrow('broken');
});

it.each([
  ['a viewBox', `<svg ${ns} viewBox=" 0,0 24 , 24 ">${letters}</svg>`],
  ['both lengths', `<svg ${ns} width="1.5em" height="24">${letters}</svg>`],
  [
    'percentages and a viewBox',
    `<svg ${ns} width="100%" height="100%" viewBox="-1 -1 9e1 9">${letters}</svg>`,
  ],
])('keeps an SVG with %s', async (_what, svg) => {
  expect(await readSvg(safe(svg))).toMatchObject({ format: 'svg' });
});

it('writes XML that is well-formed, whatever it reads', async () => {
  const piece = fc.constantFrom(
    ...[
      '<g>',
      '</g>',
      '<style>',
      '</style>',
      '<text x="1',
      '">',
      "'",
      ']]>',
      '<![CDATA[',
      '<!--',
      '-->',
      '&lt;',
    ],
    ...[
      '&#0;',
      '\u0000',
      '<svg>',
      '</svg>',
      '<a b',
      ' class="',
      '/>',
      '<?x',
      '<!DOCTYPE svg [',
      'a > b',
      '&x;',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      let svg: string;
      try {
        svg = safe(drawing(pieces.join('')));
      } catch {
        return;
      }
      await readSvg(svg);
    }),
    { numRuns: depth(200, 5_000) },
  );
});

it('handles malicious sizes quickly', () => {
  // Measures CPU time, not wall-clock time: other tests may use the processor meanwhile.
  const started = process.cpuUsage();
  for (const hostile of [
    '<g>'.repeat(19_000),
    '<g><style>'.repeat(9_000),
    `<svg d="${'('.repeat(2_000_000)}"/>`,
    `<svg><style>${'url('.repeat(1_000_000)}</style></svg>`,
    `<svg><style>${'a'.repeat(1_000_000)}(</style></svg>`,
    `<svg><style>${' '.repeat(1_000_000)}(</style></svg>`,
    `<svg><image href="data:image/png;base64,${'A'.repeat(5_000_000)}!"/></svg>`,
    '<!DOCTYPE ['.repeat(500_000),
    '&'.repeat(9_000_000),
    `<svg ${ns}><text>${'a'.repeat(20_000)}</text></svg>`,
    drawing(`<text>${'a'.repeat(9_000_000)}</text>`),
    drawing(`<g ${chain(850_000, (n) => `a${n}="" `)}/>`),
  ]) {
    try {
      safe(hostile);
    } catch {
      // Only the time matters, not whether the SVG is rejected.
    }
  }
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});

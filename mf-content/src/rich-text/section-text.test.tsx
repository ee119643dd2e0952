import fc from 'fast-check';
import { parseSectionText, type SectionText, serialiseSectionText } from './section-text.ts';

/** The stored text of a section that is parsed and serialised without changes. */
const roundTrip = (text: Partial<SectionText>) =>
  serialiseSectionText(parseSectionText({ content: '', html: null, ops: null, ...text }));
const roundTripHtml = (html: string) => roundTrip({ html }).html;

describe('a plain text', () => {
  it('is its content alone, a line to a paragraph', () => {
    const content = 'A: Hello!\n\n  B:  សួស្តី \u200B!\n';
    expect(parseSectionText({ content, html: null, ops: null }).childCount).toBe(4);
    expect(roundTrip({ content })).toEqual({ content, html: null, ops: null });
  });

  it('survives a round trip, whatever it contains', () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\r', ''));
    fc.assert(
      fc.property(fc.array(text), (lines) => {
        const content = lines.join('\n');
        expect(roundTrip({ content })).toEqual({ content, html: null, ops: null });
      }),
    );
  });

  it('is stored as plain text when it no longer has formatting', () => {
    expect(
      roundTrip({ html: '<p>one</p><p>two</p>', ops: [{ insert: 'one\ntwo\n' }], content: 'one\ntwo' }),
    ).toEqual({
      content: 'one\ntwo',
      html: null,
      ops: null,
    });
  });
});

describe('a formatted text', () => {
  it('has the same text in its content, its html and its operations', () => {
    expect(roundTrip({ html: '<p>Say <b>one</b> <i><u>two</u></i>.</p><p></p><p>សួស្តី<br>now</p>' })).toEqual({
      content: 'Say one two.\n\nសួស្តី\nnow',
      html: '<p>Say <strong>one</strong> <em><u>two</u></em>.</p><p><br /></p><p>សួស្តី<br />now</p>',
      ops: [
        { insert: 'Say ' },
        { insert: 'one', attributes: { bold: true } },
        { insert: ' ' },
        { insert: 'two', attributes: { italic: true, underline: true } },
        { insert: '.\n\nសួស្តី\nnow\n' },
      ],
    });
  });

  it('keeps all allowed content, written as the server writes it', () => {
    // The server's sanitiser test uses the same HTML to check that it is left unchanged.
    const html =
      '<h2>Market &amp; river</h2><p>Say <strong>one</strong>, <em>two</em>, <u>three</u><br />' +
      '<strong><em>both</em></strong> <code>x &lt; "y"</code></p><pre>\n\ny\n  z</pre>' +
      '<blockquote><p>q</p></blockquote><ul><li><p>1</p><ol><li><p>2</p></li></ol></li></ul><p><br /></p>' +
      '<p><a href="https://x.example/?a=1&amp;b=&quot;" rel="noopener nofollow">a <strong>link</strong></a></p>' +
      '<p><img src="/uploads/cover-1.png" alt="A &quot;market&quot;" />' +
      '<img src="data:image/png;base64,iVBORw0KGgo=" /></p>';
    expect(roundTripHtml(html)).toBe(html);
  });

  it.each(['https://x.example', 'http://x.example', 'mailto:a@x.example', 'tel:+85512', 'sms:+85512'])(
    'may link to %s',
    (href) => {
      const html = `<p><a href="${href}" rel="noopener nofollow">x</a></p>`;
      expect(roundTripHtml(html)).toBe(html);
    },
  );

  it('represents pictures in the plain text by their descriptions', () => {
    const { content, ops } = roundTrip({
      html: '<p>a <img src="/uploads/a.png" alt="boat">and</p><img src="/uploads/b.png">',
    });
    expect(content).toBe('a boat and\nPicture');
    expect(ops).toEqual([{ insert: 'a boat and\nPicture\n' }]);
  });

  it('is read from operations where there is no html', () => {
    const ops = [{ insert: 'One', attributes: { bold: true, italic: false } }, { insert: ' two\nthree' }];
    expect(roundTrip({ content: 'One two\nthree', ops })).toEqual({
      content: 'One two\nthree',
      html: '<p><strong>One</strong> two</p><p>three</p>',
      ops: [{ insert: 'One', attributes: { bold: true } }, { insert: ' two\nthree\n' }],
    });
  });

  it('ignores operations that do not match the text', () => {
    const ops = [{ insert: 'old', attributes: { bold: true } }];
    expect(roundTrip({ content: 'new', ops })).toEqual({ content: 'new', html: null, ops: null });
  });

  it('survives a round trip through its stored form', () => {
    const attributes = fc.constantFrom({}, { bold: true }, { italic: true }, { bold: true, underline: true });
    const insert = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((text) => text.replace(/[\r\0\f]/g, '\n'));
    fc.assert(
      fc.property(fc.array(fc.record({ insert, attributes }), { minLength: 1 }), (ops) => {
        const doc = parseSectionText({
          content: ops
            .map((op) => op.insert)
            .join('')
            .replace(/\n$/, ''),
          html: null,
          ops,
        });
        const kept = serialiseSectionText(doc);
        expect(parseSectionText(kept).toJSON()).toEqual(doc.toJSON());
        expect(serialiseSectionText(parseSectionText(kept))).toEqual(kept);
      }),
    );
  });
});

describe('disallowed content', () => {
  it.each([
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href="ftp://x.example">x</a>', 'x'],
    ['a<img src="javascript:alert(1)">', 'a'],
    ['a<img src="data:image/svg+xml;base64,PHN2Zz4=">', 'a'],
    ['a<img src="blob:x">', 'a'],
    ['<script>alert(1)</script><style>p{}</style>x', 'x'],
    ['<s>x</s><span style="color:red">y</span><hr>', 'xy'],
    ['<table><tr><td>x</td></tr></table>', 'x'],
    ['<svg onload=alert(1)><text>x</text></svg>', 'x'],
  ])('is removed from %s', (html, content) => {
    expect(roundTrip({ html: `<p>${html}</p>` }).html).toBeNull();
    expect(roundTrip({ html: `<p>${html}</p>` }).content.trim()).toBe(content);
  });
});

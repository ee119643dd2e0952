import { convertStylesToTags } from './convert-styles-to-tags.ts';

describe('HTML pasted from a word processor', () => {
  it.each([
    ['bold', '<span style="font-weight:700">x</span>', '<span><strong>x</strong></span>'],
    [
      'bold by name',
      '<span style="color:red; FONT-WEIGHT: Bold">x</span>',
      '<span><strong>x</strong></span>',
    ],
    ['italic', '<i style="font-style:italic">x</i>', '<i><em>x</em></i>'],
    ['underlined', '<span style="text-decoration: underline solid">x</span>', '<span><u>x</u></span>'],
    [
      'all of it, once each',
      '<p style="font-weight:bold;font-style:italic;text-decoration:underline;text-decoration-line:underline">x</p>',
      '<p><u><em><strong>x</strong></em></u></p>',
    ],
  ])('keeps what is %s as a tag', (_name, html, expected) => {
    expect(convertStylesToTags(html)).toBe(expected);
  });

  it('is not bold when a <b> has normal font weight', () => {
    const html = '<b style="font-weight:normal"><p>plain <span style="font-weight:700">bold</span></p></b>';
    expect(convertStylesToTags(html)).toBe('<p>plain <span><strong>bold</strong></span></p>');
  });

  it('keeps everything except styles', () => {
    const html =
      '<p>រៀន <a href="https://a.example">x</a></p><table><tbody><tr><td>1</td></tr></tbody></table>';
    expect(convertStylesToTags(html)).toBe(html);
    expect(convertStylesToTags('<p style="font-weight:400;margin:0">x</p>')).toBe('<p>x</p>');
    expect(convertStylesToTags('')).toBe('');
  });
});

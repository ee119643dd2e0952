import { parseContentBlocks } from './content-blocks.ts';

const word = (line: string) => `${line} [x] : ក`;
const shape = (content: string) =>
  parseContentBlocks(content).map((block) =>
    block.kind === 'text' ? block.text : block.words.map(({ english }) => english),
  );

describe('a section’s text, for reading', () => {
  it('groups vocabulary lines and keeps other text in its place', () => {
    const content = `Before\n\n${word('One')}\n\n${word('Two')}\nBetween\n\nthem\n${word('Three')}\n\n\nAfter  \n`;
    expect(shape(content)).toEqual(['Before', ['One', 'Two'], 'Between\n\nthem', ['Three'], 'After']);
  });

  it('keeps text without vocabulary unchanged, and omits blank text', () => {
    expect(shape('A: Hello!\n\n  B: Hello!')).toEqual(['A: Hello!\n\n  B: Hello!']);
    expect(shape(' \n\u200B\n')).toEqual([]);
  });
});

import { Editor } from '@tiptap/core';
import { KhmerLangDecorations } from './khmer-lang-decorations.ts';
import { richTextExtensions } from './rich-text-schema.ts';

const open = (content: string) =>
  new Editor({ extensions: [...richTextExtensions, KhmerLangDecorations], content });
const languages = (editor: Editor) =>
  [...editor.view.dom.querySelectorAll('p')].map((block) => block.getAttribute('lang'));

describe('blocks of an edited text', () => {
  it('say that they are in Khmer when most of them is', () => {
    const editor = open('<p>សួស្តី</p><p>Hello</p><p>I eat បាយ every day</p><ul><li>ខ្ញុំញ៉ាំបាយ rice</li></ul>');
    expect(languages(editor)).toEqual(['km', null, null, 'km']);
    editor.commands.insertContentAt(1, 'Good morning to you all, ');
    expect(languages(editor)).toEqual([null, null, null, 'km']);
    expect(editor.getHTML()).not.toContain('lang');
    editor.destroy();
  });
});

import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { Lesson } from '@khmer-learning/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  fakeWritableContentApi,
  findFreeTextBox,
  findFreeTextEditor,
  getField,
  openLesson,
  openNewLesson,
  setFreeText,
} from '../testing/lesson-test-utils.tsx';

let api: FakeApi;
const saved = () => api.sent('PATCH', '/api/lessons/7').at(-1);

beforeEach(() => {
  resetBrowserState();
  api = fakeWritableContentApi();
});

describe('sections', () => {
  const tabs = () => screen.getAllByRole('tab', { selected: true }).map(({ textContent }) => textContent);

  it('start on Vocabulary when their title speaks of vocabulary, words or keys', async () => {
    const section = { content: 'x', html: null, ops: null };
    const titles = ['My VOCABULARY', 'Words', 'Keys', 'A short talk'];
    await openLesson(api, { sections: titles.map((title) => ({ ...section, title })) });
    expect(tabs()).toEqual(['Vocabulary', 'Vocabulary', 'Vocabulary', 'Free Text']);
  });

  it('have two editors, say what they may hold, and format as bold, italic and underlined alone', async () => {
    await openNewLesson();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Vocabulary',
      'Free Text',
    ]);
    expect(screen.getByText('Khmer is supported')).toBeTruthy();
    expect(
      screen.getByText('You can include Khmer script, pronunciation guides and formatting.'),
    ).toBeTruthy();
    const toolbar = await screen.findByRole('toolbar', { name: 'Formatting' });
    expect(
      within(toolbar)
        .getAllByRole('button')
        .map((tool) => tool.getAttribute('aria-label')),
    ).toEqual(['Bold', 'Italic', 'Underline']);
  });

  it('are required, for example after a draft without sections was restored', async () => {
    const values = {
      mainLessonId: 1,
      lessonTypeId: 2,
      title: 'Market',
      description: 'Buy',
      level: 'Beginner',
    };
    localStorage.setItem(
      'khmer-learning.draft.1.lesson.new',
      JSON.stringify({
        savedAt: '2026-05-05T03:42:00.000Z',
        version: null,
        values: { ...values, image: 'reading', sections: [] },
      }),
    );
    await openNewLesson();
    await clickButton('Restore unsaved changes');
    await clickButton('Show Preview');
    expect(await screen.findByText('At least one section is required')).toBeTruthy();
    await clickButton('Publish Lesson');
    await waitFor(() =>
      expect(screen.getAllByText('At least one section is required').length).toBeGreaterThan(1),
    );
    expect(api.sent('POST', '/api/lessons')).toHaveLength(0);
  });

  it('follow their title while they are empty, and stay where they are afterwards', async () => {
    await openNewLesson();
    expect(tabs()).toEqual(['Free Text']);
    await fillField(getField('Section Title'), 'Key words');
    expect(tabs()).toEqual(['Vocabulary']);
    await fillField(getField('English Word'), 'Hello');
    await fillField(getField('Section Title'), 'Greetings');
    expect(tabs()).toEqual(['Vocabulary']);
  });

  it('are added empty, and removed only while there are more than one', async () => {
    await openNewLesson();
    expect(screen.queryByRole('button', { name: /Remove section/ })).toBeNull();
    await clickButton('Add Section');
    expect(screen.getByRole('region', { name: 'Section 2' })).toBeTruthy();
    await clickButton('Remove section 2');
    expect(screen.queryByRole('region', { name: 'Section 2' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Remove section/ })).toBeNull();
  });

  it('with content are removed after a confirmation', async () => {
    await openLesson(api);
    await clickButton('Remove section 1');
    await clickButton('Cancel', screen.getByRole('alertdialog'));
    expect(screen.getByRole('region', { name: 'Section 2' })).toBeTruthy();
    await clickButton('Remove section 1');
    await clickButton('Remove section', screen.getByRole('alertdialog'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Section 2' })).toBeNull());
    expect(getField('Section Title').value).toBe('A short talk');
  });

  it('show the same text in both tabs, and keep a row filled in partly', async () => {
    await openNewLesson();
    await fillField(getField('Section Title'), 'Key words');
    await fillField(getField('English Word'), 'Hello');
    await userEvent.click(screen.getByRole('tab', { name: 'Free Text' }));
    expect((await findFreeTextBox()).textContent).toBe('Hello');
    await userEvent.click(screen.getByRole('tab', { name: 'Vocabulary' }));
    expect(getField('English Word')).toHaveProperty('value', 'Hello');
    await userEvent.click(screen.getByRole('tab', { name: 'Free Text' }));
    await setFreeText('Hello [suo-sdey] : សួស្តី', 'and more');
    await userEvent.click(screen.getByRole('tab', { name: 'Vocabulary' }));
    expect(screen.getByText('1 line is not in vocabulary format')).toBeTruthy();
  });

  it('that are too large show the error in the section', async () => {
    api.route('PATCH /api/lessons/7', () =>
      errorResponse(413, {
        message: 'x',
        issues: [{ path: 'sections.1', message: 'This section is too large' }],
      }),
    );
    await openLesson(api);
    await clickButton('Publish Lesson');
    const section = await screen.findByRole('region', { name: 'Section 2' });
    expect(await within(section).findByText('This section is too large')).toBeTruthy();
  });

  describe('with formatting', () => {
    // Written by another program, in a form that the editor does not produce.
    const html =
      '<div><p>Hello <b>you</b> &nbsp;<br></p>\n<P>and <i>you</I></p><img src=/uploads/a.png></div>';
    const formatted = {
      title: 'Key words',
      content: 'Something like: Hello you',
      html,
      ops: [{ insert: 'Hello', attributes: { bold: true, italic: false } }, {}],
    };
    const open = () => openLesson(api, { sections: [formatted] });
    const lastSections = () => (saved()?.body as Lesson | undefined)?.sections;

    it('open in Free Text and stay as they are, to the byte, until they are edited', async () => {
      await open();
      expect(tabs()).toEqual(['Free Text']);
      expect((await findFreeTextBox()).textContent).toBe('Hello you \u00A0and you');
      await userEvent.click(screen.getByRole('tab', { name: 'Vocabulary' }));
      await userEvent.click(screen.getByRole('tab', { name: 'Free Text' }));
      await clickButton('Close');
      expect(screen.queryByRole('dialog')).toBeNull();
      await clickButton('Edit');
      await fillField(getField('Title'), 'Hello!');
      await clickButton('Publish Lesson');
      await screen.findByText('Lesson updated successfully');
      expect(lastSections()).toEqual([formatted]);
    });

    it('are saved unchanged when all edits have been undone', async () => {
      await open();
      const editor = await findFreeTextEditor();
      await act(async () => void editor.commands.insertContent('Oh! '));
      await act(async () => void editor.commands.undo());
      await clickButton('Publish Lesson');
      await screen.findByText('Lesson updated successfully');
      expect(lastSections()).toEqual([formatted]);
    });

    it('keep text, html and operations consistent when they are edited', async () => {
      await open();
      const editor = await findFreeTextEditor();
      await act(async () => void editor.chain().selectAll().toggleUnderline().run());
      await clickButton('Publish Lesson');
      await screen.findByText('Lesson updated successfully');
      expect(lastSections()).toEqual([
        {
          title: 'Key words',
          content: 'Hello you \u00A0\nand you\nPicture',
          html:
            '<p><u>Hello </u><strong><u>you</u></strong><u> \u00A0</u></p><p><u>and </u><em><u>you</u></em></p>' +
            '<p><u><img src="/uploads/a.png" /></u></p>',
          ops: expect.arrayContaining([{ insert: 'you', attributes: { bold: true, underline: true } }]),
        },
      ]);
    });

    it('lose it in Vocabulary only after the author confirms', async () => {
      await open();
      await userEvent.click(screen.getByRole('tab', { name: 'Vocabulary' }));
      expect(getField('English Word').disabled).toBe(true);
      await clickButton('Edit as entries');
      const question = await screen.findByRole('alertdialog', {
        name: 'Remove formatting from section 1?',
      });
      await clickButton('Cancel', question);
      await userEvent.click(screen.getByRole('tab', { name: 'Free Text' }));
      expect((await findFreeTextBox()).querySelector('strong')).toBeTruthy();
      await userEvent.click(screen.getByRole('tab', { name: 'Vocabulary' }));
      await clickButton('Edit as entries');
      await clickButton('Remove formatting', await screen.findByRole('alertdialog'));
      await fillField(getField('English Word'), 'Good day');
      await clickButton('Publish Lesson');
      await screen.findByText('Lesson updated successfully');
      expect(lastSections()).toEqual([
        { title: 'Key words', content: 'Something like: Hello you\nGood day', html: null, ops: null },
      ]);
    });

    it('of plain paragraphs only need no confirmation', async () => {
      await openLesson(api, {
        sections: [{ ...formatted, html: '<p>Hello</p><p>you</p>', content: 'Hello\nyou' }],
      });
      await fillField(getField('English Word'), 'Good day');
      await clickButton('Publish Lesson');
      await screen.findByText('Lesson updated successfully');
      expect(lastSections()).toMatchObject([{ html: null, ops: null }]);
    });
  });
});

describe('the order of sections', () => {
  const titles = () => screen.getAllByLabelText<HTMLInputElement>('Section Title').map(({ value }) => value);
  const three = ['One', 'Two', 'Three'].map((title) => ({ title, content: title, html: null, ops: null }));
  const button = (name: string) => screen.getByRole('button', { name });

  it('changes by buttons, which keep the focus, and is announced', async () => {
    await openLesson(api, { sections: three });
    await clickButton('Move section 1 down');
    expect(titles()).toEqual(['Two', 'One', 'Three']);
    expect(document.activeElement).toBe(button('Move section 2 down'));
    expect(screen.getByText('Section moved to position 2 of 3.')).toBeTruthy();
    await clickButton('Move section 2 down');
    expect(document.activeElement).toBe(button('Move section 3 up'));
    expect(button('Move section 3 down')).toHaveProperty('disabled', true);
    expect(button('Move section 1 up')).toHaveProperty('disabled', true);
    await waitFor(async () => expect(screen.getAllByRole('textbox', { name: /^Text of/ })).toHaveLength(3));
    expect(
      screen.getAllByRole('textbox', { name: /^Text of/ }).map(({ textContent }) => textContent),
    ).toEqual(['Two', 'Three', 'One']);
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({
      sections: [{ title: 'Two' }, { title: 'Three' }, { title: 'One' }],
    });
  });

  it('has a duplicate directly after the original section', async () => {
    await openLesson(api, { sections: three });
    await clickButton('Duplicate section 2');
    expect(titles()).toEqual(['One', 'Two', 'Two', 'Three']);
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByLabelText('Section Title')[2]));
    await fillField(screen.getAllByLabelText('Section Title')[2] as HTMLElement, 'Again');
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({
      sections: [three[0], three[1], { ...three[1], title: 'Again' }, three[2]],
    });
  });

  it('moves the focus to the neighbour of a removed section', async () => {
    await openLesson(api, { sections: three });
    await clickButton('Remove section 2');
    await clickButton('Remove section', screen.getByRole('alertdialog'));
    await waitFor(() => expect(document.activeElement).toBe(button('Remove section 2')));
    expect(titles()).toEqual(['One', 'Three']);
  });
});

import { clickButton } from '@khmer-learning/console-sdk/testing';
import { isBlank, parseVocabulary } from '@khmer-learning/khmer-text';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { VocabularyEditor } from './vocabulary-editor.tsx';

let text: string;

function Editor({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  text = value;
  return (
    <>
      <VocabularyEditor value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue('Yes [baat] : បាទ')}>
        Change from outside
      </button>
    </>
  );
}

const open = (initial = '') => render(<Editor initial={initial} />);
const entries = () => screen.getAllByRole('group');
const entry = (index: number) => {
  const group = entries()[index];
  if (group === undefined) throw new Error(`There is no entry ${index + 1}`);
  return group;
};
const cell = (index: number, label: string) =>
  within(entry(index)).getByRole<HTMLInputElement>('textbox', { name: label });
const type = (index: number, label: string, value: string) =>
  fireEvent.change(cell(index, label), { target: { value } });

function typeEntry(index: number, english: string, phonemic: string, khmer: string): void {
  type(index, 'English Word', english);
  type(index, 'Pronunciation', phonemic);
  type(index, 'Khmer Translation', khmer);
}

describe('the vocabulary editor on a phone', () => {
  const wideMatchMedia = window.matchMedia;
  beforeEach(() => {
    window.matchMedia = (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media === '(max-width: 640px)',
      }) as MediaQueryList;
  });
  afterEach(() => {
    window.matchMedia = wideMatchMedia;
  });

  it('has a line for each row, and fields for the one that is edited', async () => {
    open('Hello [suo-sdey] : សួស្តី\nSorry : សូមទោស\nThanks [aw-kun] : អរគុណ');
    const fields = () => screen.queryAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
    expect(fields()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Hello — សួស្តី' }));
    expect(fields()).toEqual(['Hello', 'suo-sdey', 'សួស្តី']);
    expect(document.activeElement).toBe(cell(0, 'English Word'));
    await userEvent.keyboard('{Enter}{Enter}{Enter}');
    expect(document.activeElement).toBe(cell(1, 'English Word'));
    expect(fields()).toEqual(['Thanks', 'aw-kun', 'អរគុណ']);
    // A new row goes on while its first letters are typed, and says afterwards what it lacks.
    await clickButton('Add Entry');
    await userEvent.keyboard('No');
    expect(fields()).toEqual(['No', '', '']);
    await userEvent.click(screen.getByRole('button', { name: 'Thanks — អរគុណ' }));
    expect(screen.getByRole('button', { name: /^No — Add the pronunciation/ })).toBeTruthy();
  });
});

describe('the vocabulary editor', () => {
  it('starts with one empty row and the labels and placeholders of the format', async () => {
    open();
    expect(entries()).toHaveLength(1);
    expect(screen.getByText('Vocabulary Entries')).toBeTruthy();
    expect(cell(0, 'English Word').placeholder).toBe('Enter English word');
    expect(cell(0, 'Pronunciation').placeholder).toBe('Enter phonemic');
    expect(cell(0, 'Khmer Translation').placeholder).toBe('Enter Khmer');
    expect(cell(0, 'Khmer Translation').lang).toBe('km');
    expect(screen.getByText('Format Guide')).toBeTruthy();
    expect(screen.getByText(/Where\? \[nouw-naa\?\] :/).textContent).toBe('Where? [nouw-naa?] : នៅណា?');
    expect(screen.queryByRole('button', { name: /Delete entry/ })).toBeNull();
  });

  it('shows the lines of a text as rows', () => {
    open('Hello [suo-sdey] : សួស្តី\n\nSorry [soom-toh] : សូមទោស');
    expect(entries()).toHaveLength(2);
    expect(cell(1, 'English Word').value).toBe('Sorry');
    expect(cell(1, 'Pronunciation').value).toBe('soom-toh');
    expect(cell(1, 'Khmer Translation').value).toBe('សូមទោស');
  });

  it('previews a row once all three fields are filled, and names missing fields before', () => {
    open();
    type(0, 'English Word', 'Where?');
    expect(screen.getByText(/^Add the pronunciation and the Khmer translation to complete/)).toBeTruthy();
    const noteId = cell(0, 'English Word').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(noteId)?.textContent).toMatch(/^Add the pronunciation/);
    type(0, 'Pronunciation', 'nouw-naa?');
    expect(screen.getByText(/^Add the Khmer translation to complete/)).toBeTruthy();
    type(0, 'Khmer Translation', 'នៅណា?');
    expect(screen.queryByText(/to complete this entry/)).toBeNull();
    expect(within(entry(0)).getByText('[nouw-naa?]').closest('p')?.textContent).toBe(
      'Where? [nouw-naa?] : នៅណា?',
    );
  });

  it('writes one line per row and leaves empty rows out', async () => {
    open();
    typeEntry(0, 'Hello', 'suo-sdey', 'សួស្តី');
    await clickButton('Add Entry');
    await clickButton('Add Entry');
    expect(entries()).toHaveLength(3);
    typeEntry(2, 'Sorry', 'soom-toh', 'សូមទោស');
    expect(text).toBe('Hello [suo-sdey] : សួស្តី\nSorry [soom-toh] : សូមទោស');
    await clickButton('Delete entry 1');
    expect(text).toBe('Sorry [soom-toh] : សូមទោស');
  });

  it('keeps partly filled rows', () => {
    open();
    type(0, 'English Word', 'Hello');
    expect(text).toBe('Hello');
    type(0, 'Khmer Translation', 'សួស្តី');
    expect(text).toBe('Hello: សួស្តី');
    expect(entries()).toHaveLength(1);
  });

  it('puts the focus on the next cell with Enter, and on a new row after the last', async () => {
    open();
    await userEvent.type(cell(0, 'English Word'), 'Hello{Enter}suo-sdey{Enter}ok{Enter}Sorry');
    expect(text).toBe('Hello [suo-sdey] : ok\nSorry');
    expect(entries()).toHaveLength(2);
    expect(document.activeElement).toBe(cell(1, 'English Word'));
  });

  it('makes rows of several pasted lines', async () => {
    open('Yes [baat] : បាទ');
    await clickButton('Add Entry');
    await userEvent.paste('Hello [suo-sdey] : សួស្តី\r\nSorry [soom-toh] : សូមទោស\nnot an entry');
    expect(entries()).toHaveLength(3);
    expect(cell(1, 'Khmer Translation').value).toBe('សួស្តី');
    expect(text).toContain('Sorry [soom-toh] : សូមទោស\nnot an entry');
  });

  it('fills rows from a spreadsheet, and moves the focus to the last one', async () => {
    open();
    await userEvent.click(cell(0, 'English Word'));
    await userEvent.paste('Hello\tsuo-sdey\tសួស្តី\r\nWhat: [x]?\t[soom-toh]\tសូមទោស\r\n');
    expect(entries()).toHaveLength(2);
    expect(text).toBe('Hello [suo-sdey] : សួស្តី\nWhat\\: \\[x\\]? [soom-toh] : សូមទោស');
    expect(document.activeElement).toBe(cell(1, 'Khmer Translation'));
    await userEvent.keyboard('{Enter}');
    await userEvent.paste('Yes,បាទ');
    expect(entries()).toHaveLength(3);
    expect(cell(2, 'Khmer Translation').value).toBe('បាទ');
  });

  it('pastes the text of a single cell into the cell', async () => {
    open();
    await userEvent.click(cell(0, 'English Word'));
    await userEvent.paste('Hello, friend');
    expect(cell(0, 'English Word').value).toBe('Hello, friend');
  });

  it('marks a duplicate English word in both entries', async () => {
    open('Hello [suo-sdey] : សួស្តី\nYes [baat] : បាទ\nSorry [soom-toh] : សូមទោស');
    type(1, 'English Word', ' HELLO\u200B');
    expect(within(entry(0)).getByText('“Hello” is also entry 2.')).toBeTruthy();
    expect(within(entry(1)).getByText(/is also entry 1/)).toBeTruthy();
    type(1, 'English Word', 'Hello there');
    expect(screen.queryByText(/is also entry/)).toBeNull();
  });

  it('offers the standard order of Khmer characters, and changes nothing until asked', async () => {
    const typed = 'ស\u17D2ត\u17B8';
    const unusual = 'ស\u17B8\u17D2ត';
    open(`Hello [suo-sdey] : ${unusual}`);
    expect(cell(0, 'Khmer Translation').value).toBe(unusual);
    expect(text).toContain(unusual);
    await clickButton('Fix spelling of entry 1');
    expect(cell(0, 'Khmer Translation').value).toBe(typed);
    expect(text).toBe(`Hello [suo-sdey] : ${typed}`);
    expect(document.activeElement).toBe(cell(0, 'Khmer Translation'));
    expect(screen.queryByText('Fix spelling')).toBeNull();
  });

  it('shows a text that was changed elsewhere', async () => {
    open('Hello [suo-sdey] : សួស្តី');
    await clickButton('Change from outside');
    expect(cell(0, 'English Word').value).toBe('Yes');
  });

  it('serialises exactly what is typed', () => {
    // An input holds a single line and returns the text as typed.
    const typed = fc.string({ unit: 'grapheme', minLength: 1 }).map((value) => value.replace(/[\r\n]/g, ''));
    const visible = typed.filter((value) => !isBlank(value));
    const row = fc.record({ english: visible, phonemic: visible, khmer: visible });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (rows) => {
        open();
        rows.forEach(({ english, phonemic, khmer }, index) => {
          if (index > 0) fireEvent.click(screen.getByRole('button', { name: 'Add Entry' }));
          typeEntry(index, english, phonemic, khmer);
        });
        const { rows: read, unparsedLines } = parseVocabulary(text);
        cleanup();
        expect(unparsedLines).toEqual([]);
        expect(read.map(({ english, phonemic, khmer }) => ({ english, phonemic, khmer }))).toEqual(rows);
      }),
      { numRuns: depth(3, 15) },
    );
  });
});

describe('lines that are not in vocabulary format', () => {
  const mixed = 'Read this first\nHello [suo-sdey] : សួស្តី\n  * and then this  ';

  it('are counted, shown and kept in their place while rows change', () => {
    open(mixed);
    expect(screen.getByText('2 lines are not in vocabulary format')).toBeTruthy();
    expect(screen.getByText('Read this first')).toBeTruthy();
    type(0, 'English Word', 'Hi');
    expect(text).toBe('Read this first\nHi [suo-sdey] : សួស្តី\n  * and then this  ');
  });

  it('are removed when the author deletes them', async () => {
    open(mixed);
    await clickButton('Delete line: Read this first');
    expect(text).toBe('Hello [suo-sdey] : សួស្តី\n  * and then this  ');
    expect(screen.getByText('1 line is not in vocabulary format')).toBeTruthy();
  });

  it('can be made entries and completed', async () => {
    open('Hello: សួស្តី');
    await clickButton('Convert to entry');
    expect(cell(0, 'English Word').value).toBe('Hello');
    expect(cell(0, 'Khmer Translation').value).toBe('សួស្តី');
    type(0, 'Pronunciation', 'suo-sdey');
    expect(text).toBe('Hello [suo-sdey] : សួស្តី');
    expect(screen.queryByText(/not in vocabulary format/)).toBeNull();
  });

  it('are all counted and kept, but only the visible ones are rendered, when there are thousands', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `Line ${index}`).join('\n');
    open(many);
    expect(screen.getByText('2000 lines are not in vocabulary format')).toBeTruthy();
    expect(screen.queryAllByText('Convert to entry').length).toBeLessThan(100);
    typeEntry(0, 'Hello', 'suo-sdey', 'សួស្តី');
    expect(text).toBe(`${many}\nHello [suo-sdey] : សួស្តី`);
  });

  it('keep their blank lines until an entry is changed', async () => {
    open('one\n\ntwo');
    await clickButton('Add Entry');
    expect(text).toBe('one\n\ntwo');
    type(0, 'English Word', 'three');
    expect(text).toBe('one\ntwo\nthree');
  });
});

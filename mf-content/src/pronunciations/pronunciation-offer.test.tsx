import { clickButton, type FakeApi, fillField, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import type { UsedPronunciation } from '@khmer-learning/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeContentApi } from '../testing/content-fixtures.ts';
import { openLesson } from '../testing/lesson-test-utils.tsx';

let api: FakeApi;
let known: Record<string, UsedPronunciation[]>;

interface Body {
  exceptLesson?: number;
  words: { english: string; khmer: string }[];
}

beforeEach(() => {
  resetBrowserState();
  known = { Water: [{ phonemic: 'tik', khmer: 'ទឹក', lessons: 2 }] };
  api = fakeContentApi();
  api.route('POST /api/pronunciations', ({ body }) => ({
    body: {
      words: (body as Body).words.map(({ english, khmer }) => ({ spellings: known[khmer || english] ?? [] })),
    },
  }));
});

const row = () => screen.getByRole('group', { name: 'Entry 1' });
const cell = (label: string) => within(row()).getByRole<HTMLInputElement>('textbox', { name: label });

async function openWith(content: string) {
  const view = await openLesson(api, { sections: [{ title: 'Key words', content, html: null, ops: null }] });
  await screen.findByRole('group', { name: 'Entry 1' });
  return view;
}
const offer = () => within(row()).findByRole('button', { name: 'Use [tik] in entry 1' });

describe('a row of vocabulary whose word other lessons have', () => {
  it('offers their pronunciation, which Tab takes over with the Khmer and goes on', async () => {
    const { user } = await openWith('');
    await fillField(cell('English Word'), 'Water');
    await offer();
    expect(cell('Pronunciation').value).toBe('');
    await user.tab();
    expect(document.activeElement).toBe(cell('Pronunciation'));
    expect(within(row()).getByText(/^Suggested pronunciation: tik\. Press Tab/)).toBeTruthy();
    await user.tab();
    expect(cell('Pronunciation').value).toBe('tik');
    expect(cell('Khmer Translation').value).toBe('ទឹក');
    expect(document.activeElement).toBe(cell('Khmer Translation'));
    expect(within(row()).queryByRole('button', { name: /^Use / })).toBeNull();
    expect(api.sent('POST', '/api/pronunciations')[0]?.body).toMatchObject({ exceptLesson: 7 });
  });

  it('keeps Khmer that was typed', async () => {
    known.ទឹកស្អាត = [{ phonemic: 'tik s-aat', khmer: 'ទឹកស្អាត', lessons: 0 }];
    await openWith('');
    await fillField(cell('Khmer Translation'), 'ទឹកស្អាត');
    expect(await within(row()).findByText(/from the words of its Khmer/)).toBeTruthy();
    await clickButton('Use [tik s-aat] in entry 1', row());
    expect(cell('Pronunciation').value).toBe('tik s-aat');
    expect(cell('Khmer Translation').value).toBe('ទឹកស្អាត');
    expect(document.activeElement).toBe(cell('Pronunciation'));
  });

  it('leaves the row as it is after Escape, Shift+Tab or more typing, and the form open', async () => {
    const { user } = await openWith('');
    await fillField(cell('English Word'), 'Water');
    await offer();
    await user.click(cell('Pronunciation'));
    await user.tab({ shift: true });
    expect(cell('Pronunciation').value).toBe('');
    await user.click(cell('Pronunciation'));
    await user.keyboard('{Escape}');
    expect(within(row()).queryByRole('button', { name: /^Use / })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Edit Lesson' })).toBeTruthy();
    await user.tab();
    expect(cell('Pronunciation').value).toBe('');
    await fillField(cell('English Word'), 'Waters');
    await waitFor(() => expect(api.sent('POST', '/api/pronunciations').length).toBe(2));
    expect(within(row()).queryByRole('button', { name: /^Use / })).toBeNull();
  });

  it('names the usual pronunciation if the row has another one, and Tab does not replace it', async () => {
    known.ទឹក = [
      { phonemic: 'tik', khmer: 'ទឹក', lessons: 2 },
      { phonemic: 'teuk', khmer: 'ទឹក', lessons: 1 },
    ];
    const { user } = await openWith('Water [tɨk] : ទឹក');
    expect((await offer()).closest('div')?.textContent).toContain('Usually [tik] : ទឹក in 2 lessons');
    await user.click(cell('Pronunciation'));
    await user.tab();
    expect(cell('Pronunciation').value).toBe('tɨk');
    await clickButton('Use [tik] in entry 1', row());
    expect(cell('Pronunciation').value).toBe('tik');
    expect(within(row()).queryByRole('button', { name: /^Use / })).toBeNull();
  });

  it.each([
    ['the usual one, written otherwise', 'Water [ TIK ] : ទឹក'],
    ['one that as many lessons have', 'Water [teuk] : ទឹក'],
  ])('says nothing about %s', async (_what, content) => {
    known.ទឹក = [
      { phonemic: 'tik', khmer: 'ទឹក', lessons: 1 },
      { phonemic: 'teuk', khmer: 'ទឹក', lessons: 1 },
    ];
    await openWith(content);
    await waitFor(() => expect(api.sent('POST', '/api/pronunciations')).toHaveLength(1));
    expect(within(row()).queryByRole('button', { name: /^Use / })).toBeNull();
  });

  it('can be written without the memory, and asks again when the row changes', async () => {
    api.route('POST /api/pronunciations', () => ({ status: 503, body: { message: 'Not now' } }));
    await openWith('');
    await fillField(cell('English Word'), 'Water');
    await waitFor(() => expect(api.sent('POST', '/api/pronunciations')).toHaveLength(1));
    api.route('POST /api/pronunciations', () => ({ body: { words: [{ spellings: known.Water }] } }));
    await fillField(cell('English Word'), 'Water?');
    expect(await offer()).toBeTruthy();
  });
});

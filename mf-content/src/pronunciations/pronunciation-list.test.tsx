import {
  clickButton,
  errorResponse,
  type FakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { PronunciationConflict, PronunciationReplacement } from '@khmer-learning/contracts';
import { screen, within } from '@testing-library/react';
import { fakeContentApi } from '../testing/content-fixtures.ts';
import { PronunciationList } from './pronunciation-list.tsx';

const water: PronunciationConflict = {
  id: 'ទឹក',
  khmer: 'ទឹក',
  english: ['Water', 'Drinking water'],
  lessons: 3,
  spellings: [
    {
      phonemic: 'tik',
      lessons: 2,
      examples: [
        { id: 8, title: 'Food' },
        { id: 7, title: 'At the market' },
      ],
    },
    { phonemic: 'tɨk', lessons: 1, examples: [{ id: 9, title: 'Drinks' }] },
  ],
};
const replacement: PronunciationReplacement = {
  id: 4,
  khmer: 'ទឹក',
  phonemic: 'tik',
  isDone: false,
  lessons: 1,
  changed: 0,
  failedLessons: [],
  createdAt: '2026-05-04T03:42:00.000Z',
};

let api: FakeApi;
const open = () => renderView(PronunciationList, 'pronunciations');

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
  api.route('GET /api/pronunciation-conflicts', () => ({ body: { conflicts: [water], total: 1 } }));
  api.route('POST /api/pronunciation-replacements', () => ({ status: 201, body: replacement }));
  api.route('GET /api/pronunciation-replacements/4', () => ({
    body: { ...replacement, isDone: true, changed: 1 },
  }));
});

describe('the list of words with several pronunciations', () => {
  it('shows each spelling with its lessons, which open at the word', async () => {
    open();
    const card = await screen.findByRole('region', { name: 'ទឹក · Water, Drinking water' });
    const [first, second] = within(card).getAllByRole('listitem');
    expect(first?.textContent).toContain('[tik]2 lessons: Food, At the market');
    expect(second?.textContent).toContain('[tɨk]1 lesson: Drinks');
    const link = within(card).getByRole('link', { name: 'Drinks' });
    expect(link.getAttribute('href')).toBe(`#/lessons?open=9&find=${encodeURIComponent('ទឹក')}`);
  });

  it('uses a spelling everywhere after a question that says how many lessons change, and shows the result', async () => {
    let isDone = false;
    api.route('GET /api/pronunciation-replacements/4', () => ({
      body: { ...replacement, isDone, changed: isDone ? 1 : 0 },
    }));
    open();
    await screen.findByText('[tik]');
    await clickButton('Use this spelling everywhere: [tik] for ទឹក');
    const dialog = await screen.findByRole('alertdialog', { name: 'Use [tik] everywhere?' });
    expect(dialog.textContent).toContain('1 lesson with another pronunciation of ទឹក will be changed');
    await clickButton('Change 1 lesson', dialog);
    expect(await screen.findByText('Changed 0 of 1 lesson.')).toBeTruthy();
    expect(api.sent('POST', '/api/pronunciation-replacements')[0]?.body).toEqual({
      khmer: 'ទឹក',
      phonemic: 'tik',
    });
    const another = screen.getByRole<HTMLButtonElement>('button', {
      name: 'Use this spelling everywhere: [tɨk] for ទឹក',
    });
    expect(another.disabled).toBe(true);
    isDone = true;
    const shown = await screen.findByRole('link', { name: 'Show the lessons with ទឹក' }, { timeout: 3_000 });
    expect(shown.getAttribute('href')).toBe(`#/lessons?search=${encodeURIComponent('ទឹក')}`);
    expect(another.disabled).toBe(false);
    await clickButton('Close');
    expect(screen.queryByRole('link', { name: 'Show the lessons with ទឹក' })).toBeNull();
  });

  it('names the lessons that could not be changed', async () => {
    const failedLessons = [{ lessonId: 9, message: 'Lesson not found' }];
    api.route('GET /api/pronunciation-replacements/4', () => ({
      body: { ...replacement, isDone: true, failedLessons },
    }));
    open();
    await screen.findByText('[tik]');
    await clickButton('Use this spelling everywhere: [tik] for ទឹក');
    await clickButton('Change 1 lesson', await screen.findByRole('alertdialog'));
    expect((await screen.findByText(/Lesson not found/)).textContent).toBe('Lesson 9: Lesson not found');
  });

  it('says in its question why a replacement is refused', async () => {
    api.route('POST /api/pronunciation-replacements', () =>
      errorResponse(409, { message: 'The pronunciations of this word are already being changed' }),
    );
    open();
    await screen.findByText('[tik]');
    await clickButton('Use this spelling everywhere: [tik] for ទឹក');
    const dialog = await screen.findByRole('alertdialog');
    await clickButton('Change 1 lesson', dialog);
    expect(await within(dialog).findByText(/already being changed/)).toBeTruthy();
  });

  it('is searched by the service, and says when there is nothing, or why there is nothing to see', async () => {
    api.route('GET /api/pronunciation-conflicts', () => errorResponse(503, { message: 'Not now' }));
    const { user } = open();
    expect(await screen.findByText('Pronunciations could not be loaded')).toBeTruthy();
    api.route('GET /api/pronunciation-conflicts', () => ({ body: { conflicts: [], total: 0 } }));
    await clickButton('Try again');
    expect(
      await screen.findByText('Words that lessons spell in several ways will appear here.'),
    ).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Search words' }), 'tea');
    expect(await screen.findByText('Nothing matches your search and filters.')).toBeTruthy();
    expect(api.sent('GET', '/api/pronunciation-conflicts').at(-1)?.query.get('search')).toBe('tea');
  });
});

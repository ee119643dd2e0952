import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  resetBrowserState,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import type { Lesson, Review } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { greetingsLesson } from '../testing/content-fixtures.ts';
import {
  fakeWritableContentApi,
  fillInLesson,
  getField,
  openLesson,
  openNewLesson,
} from '../testing/lesson-test-utils.tsx';

const author = { ...testTeacher, rights: { canPublish: false, mainLessonIds: null } };
const review: Review = {
  ...{ state: 'requested', version: 3, of: 'item', message: 'Are the words right?', isStale: false },
  ...{ requestedBy: { id: 9, name: 'Dara Sok' }, requestedAt: '2026-05-04T03:00:00.000Z' },
  ...{ answeredBy: null, answeredAt: null, answer: null },
};
const draft = { status: 'draft', version: 3 } as const;
const path = '/api/lessons/7/review';

let api: FakeApi;

beforeEach(() => {
  resetBrowserState();
  api = fakeWritableContentApi();
});

const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });

describe('an author who may not publish', () => {
  it('asks for a review in the place of publishing, and saves first what is not saved', async () => {
    let stored: Partial<Lesson> = draft;
    api.route('PATCH /api/lessons/7', ({ body }) => {
      stored = { ...draft, ...(body as object), version: 4 };
      return { body: { ...greetingsLesson, ...stored } };
    });
    api.route(`PUT ${path}`, ({ body }) => {
      const asked = { ...review, ...(body as object), requestedBy: { id: author.id, name: 'Sokha Chan' } };
      stored = { ...stored, review: asked };
      return { body: asked };
    });
    await openLesson(api, draft, author);
    api.route('GET /api/lessons/7', () => ({ body: { ...greetingsLesson, ...stored } }));
    expect(button('Publish Lesson')).toBeNull();
    await fillField(getField('Title'), 'Greetings again');
    await clickButton('Ask for review');
    const dialog = await screen.findByRole('dialog', { name: 'Ask for review' });
    expect(dialog.textContent).toContain('Your changes are saved as a draft first.');
    expect(await axeViolations()).toEqual([]);
    await fillField(getField('Message (optional)'), 'Are the words right?');
    await clickButton('Ask for review', dialog);
    await screen.findByText('The reviewers are told');
    expect(api.sent('PATCH', '/api/lessons/7').at(-1)?.body).toMatchObject({ title: 'Greetings again' });
    expect(api.sent('PUT', path).at(-1)?.body).toEqual({ version: 4, message: 'Are the words right?' });

    await screen.findByText(/^Review asked for on/);
    expect(button('Ask for review')?.disabled).toBe(true);
    await fillField(getField('Title'), 'Greetings, once more');
    expect(button('Ask for review')?.disabled).toBe(false);
    api.route(`DELETE ${path}`, () => {
      stored = { ...stored, review: null };
      return { body: { message: 'The review was withdrawn' } };
    });
    await clickButton('Withdraw');
    await screen.findByText('The review was withdrawn');
    await waitFor(() => expect(screen.queryByText(/^Review asked for on/)).toBeNull());
  });

  it('creates a new lesson as a draft to ask for its review', async () => {
    api.route('POST /api/lessons', ({ body }) => ({
      body: { ...greetingsLesson, ...(body as object), id: 12, version: 1 },
    }));
    let isRefused = true;
    api.route('PUT /api/lessons/12/review', () => {
      if (!isRefused) return { body: review };
      isRefused = false;
      return errorResponse(503, { message: 'The service is not available right now' });
    });
    await openNewLesson(author);
    await fillInLesson();
    await clickButton('Ask for review');
    const dialog = await screen.findByRole('dialog', { name: 'Ask for review' });
    await clickButton('Ask for review', dialog);
    await screen.findByText('The service is not available right now');
    await clickButton('Ask for review', dialog);
    await screen.findByText('The reviewers are told');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.sent('POST', '/api/lessons')).toHaveLength(1);
    expect(api.sent('POST', '/api/lessons')[0]?.body).toMatchObject({ status: 'draft' });
    expect(api.sent('PUT', '/api/lessons/12/review').at(-1)?.body).toEqual({ version: 1, message: '' });
  });

  it('sees the answer in place, and asks again after the changes', async () => {
    const answered: Review = {
      ...{ ...review, state: 'changes-requested', answer: 'Shorter, please' },
      ...{ answeredBy: { id: 8, name: 'Sophea Chan' }, answeredAt: '2026-05-05T03:00:00.000Z' },
    };
    await openLesson(api, { ...draft, version: 4, review: answered }, author);
    expect(screen.getByText(/^Changes asked for on/)).toBeTruthy();
    expect(screen.getByText('Shorter, please')).toBeTruthy();
    expect(screen.getByText('Sophea Chan')).toBeTruthy();
    expect(screen.getByText('Changed since you asked: ask again to have it reviewed.')).toBeTruthy();
    expect(button('Ask for changes')).toBeNull();
    expect(button('Ask for review')?.disabled).toBe(false);
  });

  it('neither unpublishes nor asks for a review of what is published already', async () => {
    await openLesson(api, { status: 'published' }, author);
    expect(button('Save as Draft')).toBeNull();
    expect(button('Save working copy')).toBeTruthy();
    expect(button('Ask for review')?.disabled).toBe(true);
  });
});

describe('a reviewer', () => {
  it('asks for changes with a message', async () => {
    await openLesson(api, { ...draft, review });
    expect(screen.getByText('Are the words right?')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    api.route(`POST ${path}/changes`, () => ({ body: review }));
    await clickButton('Ask for changes');
    const dialog = await screen.findByRole('dialog', { name: 'Ask for changes' });
    await clickButton('Ask for changes', dialog);
    await screen.findByText('Say what should change');
    expect(api.sent('POST', `${path}/changes`)).toHaveLength(0);
    await fillField(getField('What should change?'), 'Shorter, please');
    await clickButton('Ask for changes', dialog);
    await screen.findByText('The author is told');
    expect(api.sent('POST', `${path}/changes`).at(-1)?.body).toEqual({
      version: 3,
      message: 'Shorter, please',
    });
  });

  it('publishes what was saved, and is told when somebody else was faster', async () => {
    await openLesson(api, { ...draft, review });
    await fillField(getField('Title'), 'My own edit');
    expect(button('Publish')?.disabled).toBe(true);
    await fillField(getField('Title'), greetingsLesson.title);
    api.route(`POST ${path}/publish`, () =>
      errorResponse(409, { message: 'Already published by Sophea Chan' }),
    );
    api.route('GET /api/lessons/7', () => ({
      body: { ...greetingsLesson, status: 'published', version: 4 },
    }));
    await clickButton('Publish');
    await screen.findByText('Already published by Sophea Chan');
    expect(api.sent('POST', `${path}/publish`).at(-1)?.body).toEqual({ version: 3 });
    await waitFor(() => expect(screen.queryByText(/^Review asked for on/)).toBeNull());
  });
});

it('shows nothing of reviews while nobody is limited and there is none', async () => {
  await openLesson(api, draft);
  expect(button('Publish Lesson')).toBeTruthy();
  expect(screen.queryByText(/\breview/i)).toBeNull();
});

import { useFetchOpenedItem } from '@khmer-learning/console-kit';
import { FormHost } from '@khmer-learning/console-kit/testing';
import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  type RenderViewOptions,
  renderView,
  resetBrowserState,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import type { MainLesson } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  englishForWorkMainLesson,
  fakeContentApi,
  firstWordsMainLesson,
} from '../testing/content-fixtures.ts';
import { selectFile } from '../testing/select-file.ts';
import { MainLessonForm } from './main-lesson-form.tsx';
import { mainLessonKind } from './main-lessons.api.ts';

let api: FakeApi;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const price = () => field('Price (USD)');
const created = () => api.sent('POST', '/api/main-lessons').at(-1)?.body;
const saved = () => api.sent('PATCH', '/api/main-lessons/2').at(-1);

function Host() {
  return <FormHost form={MainLessonForm} id={2} fetchItem={useFetchOpenedItem(mainLessonKind)} />;
}

async function openNew() {
  const view = renderView(Host, 'main_lessons');
  await clickButton('New');
  await screen.findByRole('dialog', { name: 'Create New Main Lesson' });
  return view;
}

async function openEdit(changes: Partial<MainLesson> = {}, options: RenderViewOptions = {}) {
  api.route('GET /api/main-lessons/2', () => ({ body: { ...englishForWorkMainLesson, ...changes } }));
  const view = renderView(Host, 'main_lessons', options);
  await clickButton('Edit');
  await screen.findByRole('dialog', { name: 'Edit Main Lesson' });
  return view;
}

async function fillIn(): Promise<void> {
  await fillField(field('Title'), 'On the road');
  await fillField(field('Description'), 'Ask the way');
  await userEvent.click(await screen.findByRole('radio', { name: 'Cover of First Words' }));
}

it('begins in Title, and asks for the price beside Paid', async () => {
  await openNew();
  await waitFor(() => expect(document.activeElement).toBe(field('Title')));
  await makePaid();
  const names = screen
    .getAllByRole('textbox')
    .concat(screen.getByRole('radio', { name: 'Paid' }))
    .toSorted((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
  expect(names.slice(0, 3)).toEqual([screen.getByRole('radio', { name: 'Paid' }), price(), field('Title')]);
});

const makePaid = () => userEvent.click(screen.getByRole('radio', { name: 'Paid' }));

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
  for (const route of ['POST /api/main-lessons', 'PATCH /api/main-lessons/2']) {
    api.route(route, () => ({ body: englishForWorkMainLesson }));
  }
});

describe('a new main lesson', () => {
  it('says everything that is missing and goes to the first field', async () => {
    await openNew();
    await screen.findByRole('radio', { name: 'Cover of First Words' });
    await makePaid();
    await clickButton('Publish');
    expect(await screen.findByText('Title is required')).toBeTruthy();
    expect(screen.getByText('Description is required')).toBeTruthy();
    expect(screen.getByText('Image cover is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('Title')));
  });

  it('goes to the cover when nothing else is missing', async () => {
    await openNew();
    await fillIn();
    await userEvent.click(screen.getByRole('radio', { name: 'Free' }));
    await clickButton('Publish');
    await screen.findByText('Main Lesson created successfully');
    await clickButton('New');
    await fillField(field('Title'), 'x');
    await fillField(field('Description'), 'y');
    await clickButton('Publish');
    await screen.findByText('Image cover is required');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose file' })),
    );
  });

  it('is free by default, and then sends no price', async () => {
    await openNew();
    expect(screen.getByRole('radio', { name: 'Free' })).toHaveProperty('checked', true);
    expect(screen.queryByLabelText('Price (USD)')).toBeNull();
    await fillIn();
    await clickButton('Save as Draft');
    expect(await screen.findByText('Main Lesson created successfully')).toBeTruthy();
    expect(created()).toEqual({
      free: true,
      title: 'On the road',
      description: 'Ask the way',
      imageCover: 'cover-first-words.png',
      status: 'draft',
    });
  });

  it.each(['', '0', '0.00', '0,00'])('needs a price when paid, and "%s" is none', async (typed) => {
    await openNew();
    await fillIn();
    await makePaid();
    await fillField(price(), typed);
    await clickButton('Publish');
    expect(await screen.findByText('Price is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(price()));
    expect(created()).toBeUndefined();
  });

  it('takes no negative price', async () => {
    await openNew();
    await fillIn();
    await makePaid();
    await fillField(price(), '-5');
    await clickButton('Publish');
    expect(await screen.findByText('Price must be 0 or more')).toBeTruthy();
  });

  it.each([
    ['9.99', 999],
    ['9,99', 999],
    ['1.234,50', 123_450],
    ['19.9', 1990],
    ['0.29', 29],
    ['4.35', 435],
    ['1', 100],
  ])('sends $%s as %i cents', async (typed, cents) => {
    await openNew();
    await fillIn();
    await makePaid();
    await fillField(price(), typed);
    await clickButton('Publish');
    await screen.findByText('Main Lesson created successfully');
    expect(created()).toMatchObject({ free: false, price: cents, status: 'published' });
  });

  it.each([
    ['0.005', 'Enter at most two decimals: half cents cannot be charged or refunded'],
    ['1,234', '“1,234” has two meanings: enter 1234, or at most two decimals'],
  ])('takes no price of %s, and shows the errors of the other fields too', async (typed, message) => {
    await openNew();
    await makePaid();
    await fillField(price(), typed);
    await clickButton('Publish');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText('Title is required')).toBeTruthy();
    expect(screen.queryByText('Price is required')).toBeNull();
  });

  it('ignores a price that was typed before it was made free', async () => {
    await openNew();
    await fillIn();
    await makePaid();
    await fillField(price(), '9.99');
    await userEvent.click(screen.getByRole('radio', { name: 'Free' }));
    await clickButton('Publish');
    await screen.findByText('Main Lesson created successfully');
    expect(created()).not.toHaveProperty('price');
  });

  it('offers no covers when none is in use', async () => {
    api.route('GET /api/main-lessons', () => ({ body: { mainLessons: [], total: 0 } }));
    await openNew();
    await waitFor(() => expect(api.sent('GET', '/api/main-lessons')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Or choose an existing cover')).toBeNull());
    expect(screen.getByRole('button', { name: 'Choose file' })).toBeTruthy();
  });

  it('offers each cover once', async () => {
    const again = { ...firstWordsMainLesson, id: 9, title: 'Next Words' };
    api.route('GET /api/main-lessons', () => ({
      body: { mainLessons: [again, englishForWorkMainLesson, firstWordsMainLesson], total: 3 },
    }));
    await openNew();
    expect(await screen.findByRole('radio', { name: 'Cover of Next Words, First Words' })).toBeTruthy();
    expect(screen.getAllByRole('radio', { name: /^Cover of/ })).toHaveLength(2);
  });

  it('keeps what was typed when saving fails', async () => {
    api.route('POST /api/main-lessons', () => ({ status: 500, body: {} }));
    await openNew();
    await fillIn();
    await clickButton('Publish');
    expect(await screen.findByText('Failed to create main lesson')).toBeTruthy();
    expect(field('Title').value).toBe('On the road');
  });
});

describe('an existing main lesson', () => {
  it('is shown with its current values and saved against its version', async () => {
    await openEdit();
    expect(price().value).toBe('9.99');
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: 'Cover of English for Work' })).toHaveProperty(
        'checked',
        true,
      ),
    );
    await fillField(field('Title'), 'English at work');
    await clickButton('Publish');
    expect(await screen.findByText('Main Lesson updated successfully')).toBeTruthy();
    expect(saved()?.headers.get('if-match')).toBe('"2"');
    expect(saved()?.body).toEqual({
      free: false,
      price: 999,
      title: 'English at work',
      description: 'Greetings and numbers',
      imageCover: 'cover-work.png',
      status: 'published',
    });
  });

  it('tells admins what was done with it', async () => {
    api.route('GET /api/audit', () => ({ body: { data: [], total: 0 } }));
    await openEdit({}, { user: { ...testTeacher, role: 'admin' } });
    await clickButton('Activity');
    await waitFor(() => expect(api.sent('GET', '/api/audit')).toHaveLength(1));
    const query = Object.fromEntries(api.sent('GET', '/api/audit')[0]?.query ?? []);
    expect(query).toMatchObject({ entity: 'main-lesson', entityId: '2' });
  });

  it('is unpublished only after a question', async () => {
    await openEdit({ status: 'published' });
    await clickButton('Save as Draft');
    await screen.findByRole('alertdialog', { name: 'Unpublish this main lesson?' });
    expect(saved()).toBeUndefined();
    await clickButton('Unpublish and save');
    await screen.findByText('Main Lesson updated successfully');
    expect(saved()?.body).toMatchObject({ status: 'draft' });
  });

  it.each([
    [12, '12 published lessons are locked.'],
    [1, '1 published lesson is locked.'],
    [null, 'It is not known how many lessons this locks.'],
  ])('that learners read for free becomes paid only after a question: %j', async (lessons, sentence) => {
    api.route('GET /api/lessons', ({ query }) =>
      lessons !== null && query.toString() === 'mainLessonId=2&status=published&limit=1&sections=false'
        ? { body: { lessons: [], total: lessons } }
        : errorResponse(503, { message: 'Not now' }),
    );
    await openEdit({ status: 'published', free: true, price: null });
    await makePaid();
    await fillField(price(), '5');
    await clickButton('Publish');
    const dialog = await screen.findByRole('alertdialog', { name: 'Make this main lesson paid?' });
    expect(await within(dialog).findByText(sentence)).toBeTruthy();
    expect(await axeViolations(dialog)).toEqual([]);
    await clickButton('Cancel', dialog);
    expect(saved()).toBeUndefined();
    await clickButton('Publish');
    await clickButton('Make paid');
    await screen.findByText('Main Lesson updated successfully');
    expect(saved()?.body).toMatchObject({ free: false, price: 500, status: 'published' });
  });

  it('that learners have paid for becomes free only after a question', async () => {
    api.route('GET /api/main-lessons/2/sales', () => ({ body: { learners: 3 } }));
    await openEdit({ status: 'published' });
    await userEvent.click(screen.getByRole('radio', { name: 'Free' }));
    await clickButton('Publish');
    const dialog = await screen.findByRole('alertdialog', { name: 'Make this main lesson free?' });
    const sentence = '3 learners have paid for it and will not be refunded automatically.';
    expect(await within(dialog).findByText(sentence)).toBeTruthy();
    await clickButton('Make free', dialog);
    await screen.findByText('Main Lesson updated successfully');
    expect(saved()?.body).toMatchObject({ free: true });
  });

  it('that no learner sees changes its pricing without a question', async () => {
    await openEdit({ status: 'draft' });
    await userEvent.click(screen.getByRole('radio', { name: 'Free' }));
    await clickButton('Publish');
    await screen.findByText('Main Lesson updated successfully');
    expect(saved()?.body).toMatchObject({ free: true, status: 'published' });
  });

  it('that someone else changed meanwhile is overwritten when told to', async () => {
    await openEdit();
    await fillField(field('Title'), 'Mine');
    const theirs = {
      ...englishForWorkMainLesson,
      price: 1250,
      imageCover: 'new.png',
      imageCoverUrl: '/uploads/new.png',
    };
    api.route('GET /api/main-lessons/2', () => ({ body: { ...theirs, version: 3 } }));
    api.route('PATCH /api/main-lessons/2', ({ headers }) =>
      headers.get('if-match') === '"2"'
        ? errorResponse(409, {
            message: 'This main lesson was changed by someone else',
            code: 'stale_version',
          })
        : { body: englishForWorkMainLesson },
    );
    await clickButton('Publish');
    await screen.findByRole('dialog', { name: 'This main lesson was changed by someone else' });
    const pricing = await screen.findByRole('region', { name: 'Pricing' });
    expect(pricing.textContent).toBe('PricingBefore$9.99Merged$12.50');
    const covers = within(screen.getByRole('region', { name: 'Image cover' })).getAllByRole('img');
    expect(covers.map((cover) => cover.getAttribute('src'))).toEqual([
      '/uploads/cover-work.png',
      '/uploads/new.png',
    ]);
    expect(screen.queryByRole('region', { name: 'Description' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
    await clickButton('Overwrite');
    expect(await screen.findByText('Main Lesson updated successfully')).toBeTruthy();
    expect(saved()?.body).toMatchObject({ title: 'Mine' });
    expect(saved()?.headers.get('if-match')).toBe('"3"');
  });

  it('asks about the price also before it overwrites what someone else saved', async () => {
    await openEdit({ status: 'published' });
    const theirs = { ...englishForWorkMainLesson, status: 'published', free: true, price: null, version: 3 };
    api.route('GET /api/main-lessons/2', () => ({ body: theirs }));
    api.route('PATCH /api/main-lessons/2', ({ headers }) =>
      headers.get('if-match') === '"2"'
        ? errorResponse(409, { message: 'Changed', code: 'stale_version' })
        : { body: englishForWorkMainLesson },
    );
    await clickButton('Publish');
    await screen.findByRole('region', { name: 'Pricing' });
    await clickButton('Overwrite');
    const question = await screen.findByRole('alertdialog', { name: 'Make this main lesson paid?' });
    expect(api.sent('PATCH', '/api/main-lessons/2')).toHaveLength(1);
    await clickButton('Make paid', question);
    await screen.findByText('Main Lesson updated successfully');
    expect(saved()?.headers.get('if-match')).toBe('"3"');
  });

  it('can be restored from its history, as its working copy', async () => {
    await openEdit({ status: 'published' });
    await fillField(field('Title'), 'Half done');
    const earlier = { ...englishForWorkMainLesson, status: 'published', free: true, price: null, version: 1 };
    const versions = '/api/main-lessons/2/versions';
    api.route(`GET ${versions}`, () => ({
      body: {
        data: [
          {
            ...{ version: 1, track: 'item', savedAt: earlier.updatedAt, savedBy: null },
            ...{ action: 'created', changedFields: [] },
          },
        ],
        next: null,
      },
    }));
    api.route(`GET ${versions}/1`, () => ({ body: earlier }));
    await clickButton('History');
    const pricing = await screen.findByRole('region', { name: 'Pricing' });
    expect(pricing.textContent).toMatch(/FreeNow\$9\.99$/);
    api.route(`POST ${versions}/1/restore`, () => ({ body: { ...earlier, version: 3 } }));
    api.route('GET /api/main-lessons/2', () => ({ body: { ...earlier, title: 'As it was', version: 3 } }));
    await clickButton('Restore this version');
    const question = screen.getByRole('alertdialog');
    expect(question.textContent).toContain('They stay in this browser');
    expect(question.textContent).toContain('Learners keep what they see until you publish it.');
    await clickButton('Restore', question);
    await waitFor(() => expect(field('Title').value).toBe('As it was'));
    expect(screen.queryByRole('dialog', { name: 'History' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Restore unsaved changes' })).toBeTruthy();
  });

  it('is kept in the browser while it is edited', async () => {
    const { unmount } = await openEdit();
    await fillField(field('Title'), 'Half done');
    await userEvent.tab();
    expect(screen.getByText(/^Auto-saved \d\d:\d\d$/)).toBeTruthy();
    unmount();
    await openEdit();
    await clickButton('Restore unsaved changes');
    expect(field('Title').value).toBe('Half done');
  });

  it('says when it cannot be saved', async () => {
    api.route('PATCH /api/main-lessons/2', () => ({ status: 500, body: {} }));
    await openEdit();
    await clickButton('Publish');
    expect(await screen.findByText('Failed to update main lesson')).toBeTruthy();
  });
});

describe('the cover', () => {
  const uploaded = { data: { url: '/uploads/new.webp', filename: 'new.webp' }, message: 'x' };
  const webp = new File(['x'], 'river.webp', { type: 'image/webp' });

  it('is uploaded, shown whole, and saved', async () => {
    api.route('POST /api/upload', () => ({ status: 201, body: uploaded }));
    await openNew();
    await clickButton('Publish');
    await screen.findByText('Image cover is required');
    await fillIn();
    await selectFile(webp);
    expect(await screen.findByText('File uploaded successfully!')).toBeTruthy();
    expect(api.sent('POST', '/api/upload')[0]?.body).toEqual({ kind: 'cover', file: webp });
    expect(document.querySelector('img[src="/uploads/new.webp?w=640"]')).toBeTruthy();
    expect(screen.queryByText('Image cover is required')).toBeNull();
    expect(await axeViolations()).toEqual([]);
    await clickButton('Publish');
    await screen.findByText('Main Lesson created successfully');
    expect(created()).toMatchObject({ imageCover: 'new.webp' });
  });

  it('can be replaced by one in use', async () => {
    api.route('POST /api/upload', () => ({ status: 201, body: uploaded }));
    await openNew();
    await selectFile(webp);
    await screen.findByRole('button', { name: 'Replace file' });
    await fillIn();
    await clickButton('Publish');
    await screen.findByText('Main Lesson created successfully');
    expect(created()).toMatchObject({ imageCover: 'cover-first-words.png' });
  });

  it('takes no other types', async () => {
    await openNew();
    expect(screen.getByText('JPEG, PNG or WEBP, up to 10 MB')).toBeTruthy();
    await selectFile(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
    const message = 'This file type is not supported. Choose a JPEG, PNG or WEBP file.';
    expect(await screen.findByText(message)).toBeTruthy();
    expect(api.sent('POST', '/api/upload')).toHaveLength(0);
  });
});

describe('a published main lesson with changes that learners do not see', () => {
  const info = { version: 3, savedAt: '2026-11-23T02:30:00.000Z', savedBy: null };
  const path = '/api/main-lessons/2/working-copy';
  const contents = {
    title: 'English for Work',
    description: englishForWorkMainLesson.description,
    imageCover: 'cover-work.png',
    free: true,
  };

  beforeEach(() => {
    const answer = () => ({ body: { ...info, baseVersion: 2, contents } });
    api.route(`GET ${path}`, answer);
    api.route(`PUT ${path}`, answer);
    api.route(`POST ${path}/publish`, () => ({ body: englishForWorkMainLesson }));
  });

  it('is saved without a question about its price, which learners still pay', async () => {
    await openEdit({ status: 'published' });
    await userEvent.click(screen.getByRole('radio', { name: 'Free' }));
    await clickButton('Save working copy');
    await screen.findByText('Working copy saved. Learners still see the published main lesson.');
    expect(api.sent('PUT', path)[0]?.body).toEqual({ baseVersion: 2, contents });
  });

  it('asks about the price when it is published', async () => {
    await openEdit({ status: 'published', workingCopy: info });
    expect(screen.getByRole('radio', { name: 'Free' })).toHaveProperty('checked', true);
    await clickButton('Publish');
    const question = await screen.findByRole('alertdialog');
    expect(api.sent('POST', `${path}/publish`)).toHaveLength(0);
    const [, confirm] = within(question).getAllByRole('button');
    await userEvent.click(confirm ?? question);
    await screen.findByText('Main Lesson updated successfully');
    expect(api.sent('POST', `${path}/publish`)).toHaveLength(1);
  });
});

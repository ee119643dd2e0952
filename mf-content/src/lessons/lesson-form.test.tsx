import { fakeEventSource } from '@khmer-learning/console-kit/testing';
import {
  clickButton,
  errorResponse,
  type FakeApi,
  type FakeResponse,
  fillField,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { Section } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { greetingsLesson } from '../testing/content-fixtures.ts';
import {
  fakeWritableContentApi,
  fillInLesson,
  findFreeTextBox,
  getField,
  openLesson,
  openNewLesson,
  renderHost,
  setFreeText,
} from '../testing/lesson-test-utils.tsx';
import { selectFile } from '../testing/select-file.ts';

let api: FakeApi;
const saved = () => api.sent('PATCH', '/api/lessons/7').at(-1);
const getAllSectionTitles = () => screen.getAllByLabelText('Section Title');

beforeEach(() => {
  resetBrowserState();
  api = fakeWritableContentApi();
});

const fakedByNobody = [
  ...(['setTimeout', 'clearTimeout', 'queueMicrotask'] as const),
  ...(['setImmediate', 'requestAnimationFrame', 'performance'] as const),
];

describe('a new lesson', () => {
  it('says everything that is missing, in the words of the contract, and goes to the first field', async () => {
    await openNewLesson();
    await clickButton('Publish Lesson');
    for (const message of [
      'Main lesson is required',
      'Title is required',
      'Lesson type is required',
      'Level is required',
      'Description is required',
      'Section title is required',
      'Section content is required',
    ]) {
      expect(await screen.findByText(message)).toBeTruthy();
    }
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Main Lesson' })),
    );
    expect(api.sent('POST', '/api/lessons')).toHaveLength(0);
  });

  it('focuses the incomplete section when everything else is valid', async () => {
    await openNewLesson();
    await fillInLesson();
    await setFreeText('');
    await clickButton('Publish Lesson');
    await screen.findByText('Section content is required');
    const text = await findFreeTextBox();
    await waitFor(() => expect(document.activeElement).toBe(text));
  });

  it('is published with what was typed, and with the type’s lower-cased title as image', async () => {
    await openNewLesson();
    await fillInLesson();
    // A double click and a click on the other button, without a render in between.
    await act(async () => {
      for (const name of ['Publish Lesson', 'Publish Lesson', 'Save as Draft']) {
        screen.getByRole('button', { name }).click();
      }
    });
    expect(await screen.findByText('Lesson created successfully')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    const created = api.sent('POST', '/api/lessons');
    expect(created).toHaveLength(1);
    expect(created[0]?.body).toEqual({
      mainLessonId: 1,
      lessonTypeId: 2,
      title: 'Market',
      description: 'Buy and sell',
      level: 'Advanced',
      image: 'reading',
      sections: [{ title: 'Dialogue', content: 'A: How much?', html: null, ops: null }],
      status: 'published',
    });
  });

  it('keeps the recordings of its sections when it is saved, and plays them in the preview', async () => {
    const recordings = [{ language: 'en' as const, text: 'Hello', file: 'hello.mp3' }];
    const sections = greetingsLesson.sections.map((section, index) =>
      index === 0 ? { ...section, recordings } : section,
    );
    await openLesson(api, { sections });
    await clickButton('Show Preview');
    const preview = within(await screen.findByRole('dialog', { name: 'Greetings' }));
    expect(preview.getByRole('button', { name: 'Play “Hello”' })).toBeTruthy();
    expect(preview.queryByRole('button', { name: 'Play “សួស្តី”' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await fillField(getField('Title'), 'Greetings again');
    await clickButton('Publish Lesson');
    await waitFor(() => expect(saved()?.body).toMatchObject({ title: 'Greetings again', sections }));
  });

  it('is saved as a draft by the other button', async () => {
    await openNewLesson();
    await fillInLesson();
    await clickButton('Save as Draft');
    await screen.findByText('Lesson created successfully');
    expect(api.sent('POST', '/api/lessons')[0]?.body).toMatchObject({ status: 'draft' });
  });

  it('disables both buttons and reads Publishing... while it is saved', async () => {
    let answer = () => {};
    api.route(
      'POST /api/lessons',
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ body: greetingsLesson });
        }),
    );
    await openNewLesson();
    await fillInLesson();
    await clickButton('Publish Lesson');
    expect(await screen.findByRole('button', { name: 'Publishing...' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Save as Draft' })).toHaveProperty('disabled', true);
    // Editing or discarding now would no longer match what is being saved.
    expect(getField('Title').closest('[inert]')).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await clickButton('Close');
    expect(screen.queryByText('Leave without saving?')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Create New Lesson' })).toBeTruthy();
    await act(async () => answer());
    await screen.findByText('Lesson created successfully');
  });

  it('keeps its values when saving fails, and shows the server’s errors', async () => {
    api.route('POST /api/lessons', () =>
      errorResponse(400, {
        message: 'Title is taken',
        issues: [{ path: 'title', message: 'Title is taken' }],
      }),
    );
    await openNewLesson();
    await fillInLesson();
    await clickButton('Publish Lesson');
    await waitFor(() => expect(getField('Title').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText('Title is taken').length).toBeGreaterThan(1);
    await waitFor(() => expect(document.activeElement).toBe(getField('Title')));
    expect(getField('Title').closest('[inert]')).toBeNull();
    expect(getField('Title').value).toBe('Market');
    expect((await findFreeTextBox()).textContent).toBe('A: How much?');
    api.route('POST /api/lessons', () => ({ status: 500, body: 'broken' }));
    await fillField(getField('Title'), 'Markets');
    await clickButton('Publish Lesson');
    expect(await screen.findByText('Failed to create lesson')).toBeTruthy();
  });
});

describe('an existing lesson', () => {
  it('is shown with its current values and saved against its version', async () => {
    await openLesson(api);
    expect(screen.getByRole('combobox', { name: 'Main Lesson' }).textContent).toBe('First Words');
    expect(screen.getByRole('combobox', { name: 'Level' }).textContent).toBe('Beginner');
    await fillField(getField('Title'), 'Greetings again');
    await clickButton('Publish Lesson');
    expect(await screen.findByText('Lesson updated successfully')).toBeTruthy();
    expect(saved()?.headers.get('if-match')).toBe('"4"');
    expect(saved()?.body).toMatchObject({ title: 'Greetings again', sections: greetingsLesson.sections });
  });

  it('is unpublished only after a question', async () => {
    await openLesson(api);
    await clickButton('Save as Draft');
    const question = await screen.findByRole('alertdialog', { name: 'Unpublish this lesson?' });
    await clickButton('Keep editing', question);
    expect(saved()).toBeUndefined();
    await clickButton('Save as Draft');
    await clickButton('Unpublish and save', await screen.findByRole('alertdialog'));
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({ status: 'draft' });
  });

  it('is not asked about when it is a draft already', async () => {
    await openLesson(api, { status: 'draft' });
    await clickButton('Save as Draft');
    await screen.findByText('Lesson updated successfully');
  });

  it('is closed without a question when nothing was changed, and with one otherwise', async () => {
    await openLesson(api);
    await clickButton('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    await clickButton('Edit');
    await fillField(getField('Title'), 'Half done');
    await clickButton('Close');
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(question.textContent).toContain('This browser keeps them and offers them when you come back.');
    await clickButton('Stay', question);
    expect(getField('Title').value).toBe('Half done');
    await clickButton('Close');
    await clickButton('Leave', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await clickButton('Edit');
    expect(getField('Title').value).toBe('Greetings');
    expect(await screen.findByText('You have unsaved changes')).toBeTruthy();
  });
});

describe('the head of a lesson’s form', () => {
  const describedBy = (dialog: HTMLElement) =>
    document.getElementById(dialog.getAttribute('aria-describedby') ?? '');

  it('names the lesson, its status and when it was last saved', async () => {
    const workingCopy = {
      version: 3,
      savedAt: new Date(Date.now() - 3 * 60_000).toISOString(),
      savedBy: null,
    };
    const { mainLessonId, lessonTypeId, description, level, image, sections } = greetingsLesson;
    const contents = { mainLessonId, lessonTypeId, title: 'សួស្តី', description, level, image, sections };
    api.route('GET /api/lessons/7/working-copy', () => ({
      body: { ...workingCopy, baseVersion: 4, contents },
    }));
    await openLesson(api, { workingCopy });
    const head = describedBy(screen.getByRole('dialog', { name: 'Edit Lesson' })) ?? document.body;
    expect(head.textContent).toBe('សួស្តីPublished · changes not publishedSaved 3 minutes ago');
    expect(within(head).getByText('សួស្តី').lang).toBe('km');
    expect(within(head).getByText('3 minutes ago').title).toMatch(/\d{4}/);
  });

  it('is without a name for a new lesson', async () => {
    await openNewLesson();
    expect(describedBy(screen.getByRole('dialog', { name: 'Create New Lesson' }))).toBeNull();
  });
});

describe('Ctrl+S in a lesson’s form', () => {
  const pressSave = (keys = '{Control>}s{/Control}') => userEvent.keyboard(keys);
  const dialog = () => screen.getByRole('dialog', { name: 'Edit Lesson' });

  it('saves a draft as a draft and keeps the form open, with the focus and what can be undone', async () => {
    api.route('PATCH /api/lessons/7', ({ body }) => ({
      body: { ...greetingsLesson, ...(body as object), version: 5, updatedAt: new Date().toISOString() },
    }));
    await openLesson(api, { status: 'draft' });
    const section = getAllSectionTitles()[0];
    await fillField(getField('Title'), 'Greetings again');
    await pressSave();
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({ status: 'draft', title: 'Greetings again' });
    await waitFor(() => expect(document.activeElement).toBe(getField('Title')));
    expect(getAllSectionTitles()[0]).toBe(section);
    expect(dialog().textContent).toContain('Greetings againDraftSaved just now');
    await pressSave('{Meta>}s{/Meta}');
    expect(await screen.findByText('There are no changes to save')).toBeTruthy();
    await clickButton('Undo', dialog());
    await pressSave();
    await waitFor(() => expect(api.sent('PATCH', '/api/lessons/7')).toHaveLength(2));
    expect(saved()?.headers.get('if-match')).toBe('"5"');
    expect(saved()?.body).toMatchObject({ title: 'Greetings' });
    await waitFor(() => expect(dialog().textContent).toContain('GreetingsDraft'));
    await clickButton('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('creates a new lesson as a draft, which is updated from then on', async () => {
    api.route('POST /api/lessons', ({ body }) => ({
      body: { ...greetingsLesson, ...(body as object), id: 8 },
    }));
    api.route('PATCH /api/lessons/8', ({ body }) => ({
      body: { ...greetingsLesson, ...(body as object), id: 8, version: 5 },
    }));
    await openNewLesson();
    await fillInLesson();
    await pressSave();
    await screen.findByText('Lesson created successfully');
    await screen.findByRole('dialog', { name: 'Edit Lesson' });
    await fillField(getField('Title'), 'Night market');
    await pressSave();
    await screen.findByText('Lesson updated successfully');
    expect(api.sent('POST', '/api/lessons')).toHaveLength(1);
    expect(api.sent('PATCH', '/api/lessons/8')[0]?.body).toMatchObject({
      status: 'draft',
      title: 'Night market',
    });
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('publishes nothing: something published is saved as a working copy', async () => {
    const workingCopy = { version: 1, savedAt: '2026-11-23T02:30:00.000Z', savedBy: null };
    api.route('PUT /api/lessons/7/working-copy', () => ({ body: { ...workingCopy, baseVersion: 4 } }));
    await openLesson(api);
    await fillField(getField('Title'), 'Hello again');
    await pressSave();
    await screen.findByText('Working copy saved. Learners still see the published lesson.');
    expect(saved()).toBeUndefined();
    expect(await screen.findByText('Changes not published')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Publish Lesson' })).toBeTruthy();
  });

  it('shows what is missing, and does nothing in a dialog above the form', async () => {
    await openLesson(api, { status: 'draft' });
    await fillField(getField('Title'), ' ');
    await pressSave();
    await waitFor(() => expect(getField('Title').getAttribute('aria-invalid')).toBe('true'));
    await fillField(getField('Title'), 'Hello');
    await clickButton('Close');
    await screen.findByRole('alertdialog');
    await pressSave();
    await clickButton('Stay', screen.getByRole('alertdialog'));
    expect(saved()).toBeUndefined();
  });

  it('never opens the browser’s own dialog, and is named by the button', async () => {
    await openLesson(api, { status: 'draft' });
    const event = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true });
    act(() => void getField('Title').dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
    const button = screen.getByRole('button', { name: 'Save as Draft' });
    expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+S Meta+S');
    cleanup();
    await openLesson(api);
    expect(screen.getByRole('button', { name: 'Save working copy' }).getAttribute('aria-keyshortcuts')).toBe(
      'Control+S Meta+S',
    );
  });
});

describe('a published lesson with changes that learners do not see', () => {
  const schoolZone = '<meta name="console-time-zone" content="Asia/Phnom_Penh">';
  const info = { version: 3, savedAt: '2026-11-23T02:30:00.000Z', savedBy: { id: 2, name: 'Dara Kim' } };
  const { mainLessonId, lessonTypeId, description, level, image, sections } = greetingsLesson;
  const contents = { mainLessonId, lessonTypeId, title: 'Hello again', description, level, image, sections };
  const path = '/api/lessons/7/working-copy';

  /** The fake service keeps one working copy, as the real one does. */
  function keepWorkingCopy(initial: { version: number; contents: object } | null) {
    let kept = initial;
    const notFound = () => errorResponse(404, { message: 'Working copy not found' });
    const stale = (headers: Headers) => headers.get('if-match') !== `"${kept?.version ?? 0}"`;
    const conflict = () =>
      errorResponse(409, { message: 'The working copy was changed', code: 'stale_version' });
    api.route('GET /api/lessons/7', () => ({
      body: {
        ...greetingsLesson,
        ...(kept === null ? {} : { workingCopy: { ...info, version: kept.version } }),
      },
    }));
    api.route(`GET ${path}`, () =>
      kept === null ? notFound() : { body: { ...info, ...kept, baseVersion: 4 } },
    );
    api.route(`PUT ${path}`, ({ headers, body }) => {
      if (stale(headers)) return conflict();
      kept = { version: (kept?.version ?? 0) + 1, contents: (body as { contents: object }).contents };
      return { body: { ...info, ...kept, baseVersion: 4 } };
    });
    api.route(`DELETE ${path}`, ({ headers }) => {
      if (stale(headers)) return conflict();
      kept = null;
      return { body: { message: 'The changes were discarded' } };
    });
    api.route(`POST ${path}/publish`, ({ headers }) => {
      if (kept === null) return notFound();
      if (stale(headers)) return conflict();
      const body = { ...greetingsLesson, ...kept.contents, version: 5 };
      kept = null;
      return { body };
    });
    return {
      replace: (next: typeof kept) => {
        kept = next;
      },
    };
  }

  async function openPublished(initial: { version: number; contents: object } | null) {
    const service = keepWorkingCopy(initial);
    renderHost();
    await clickButton('Edit');
    await screen.findByRole('dialog', { name: 'Edit Lesson' });
    return service;
  }
  const requests = (method: string, suffix = '') => api.sent(method, path + suffix);

  beforeEach(() => {
    document.head.innerHTML = schoolZone;
  });

  it('is saved as a working copy by its own button, without changing the lesson', async () => {
    await openPublished(null);
    expect(screen.queryByText('Changes not published')).toBeNull();
    await fillField(getField('Title'), 'Hello again');
    await clickButton('Save working copy');
    await screen.findByText('Working copy saved. Learners still see the published lesson.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(saved()).toBeUndefined();
    const [put] = requests('PUT');
    expect(put?.headers.get('if-match')).toBe('"0"');
    expect(put?.body).toEqual({ baseVersion: 4, contents });
  });

  describe('while it is edited', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: fakedByNobody }));
    afterEach(() => jest.useRealTimers());
    const type = (title: string) => fireEvent.change(getField('Title'), { target: { value: title } });
    const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

    it('is saved on the server every 30 seconds, with what was changed since', async () => {
      await openPublished(null);
      await wait(60_000);
      expect(requests('PUT')).toEqual([]);
      type('Hello again');
      await wait(30_000);
      await screen.findByText(/^Working copy saved \d\d:\d\d$/);
      expect(requests('PUT').map(({ body }) => body)).toEqual([
        { baseVersion: 4, contents, isAutosave: true },
      ]);
      type('');
      await wait(30_000);
      expect(requests('PUT')).toHaveLength(1);
      type('Hello once more');
      fireEvent.blur(getField('Title'));
      await waitFor(() => expect(requests('PUT')).toHaveLength(2));
      expect(requests('PUT')[1]?.headers.get('if-match')).toBe('"1"');
      expect(requests('PUT')[1]?.body).toMatchObject({ contents: { title: 'Hello once more' } });
      await screen.findByText(/^Working copy saved/);
      await clickButton('Close');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });

    it.each(['Save working copy', 'Publish Lesson'])(
      'is saved after the automatic save that leaving a field for %s began',
      async (button) => {
        await openPublished(null);
        type('Hello again');
        await wait(11_000);
        type('Hello once more');
        fireEvent.blur(getField('Title'));
        fireEvent.click(screen.getByRole('button', { name: button }));
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
        expect(requests('PUT').map(({ headers }) => headers.get('if-match'))).toEqual(['"0"', '"1"']);
        expect(saved()).toBeUndefined();
      },
    );

    it('is not saved over what somebody else has saved', async () => {
      await openPublished(null);
      api.route(`PUT ${path}`, () => errorResponse(409, { message: 'Changed', code: 'stale_version' }));
      type('Hello again');
      await wait(30_000);
      await wait(60_000);
      expect(requests('PUT')).toHaveLength(1);
      expect(getField('Title').value).toBe('Hello again');
      expect(screen.getByText(/^Auto-saved/)).toBeTruthy();
      await clickButton('Save working copy');
      await screen.findByRole('dialog', { name: /was changed by someone else/ });
    });
  });

  it('is offered by the question before it is unpublished', async () => {
    await openPublished(null);
    await fillField(getField('Title'), 'Hello again');
    await clickButton('Save as Draft');
    const question = await screen.findByRole('alertdialog', { name: 'Unpublish this lesson?' });
    expect(
      within(question)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Keep editing', 'Unpublish and save', 'Save as working copy']);
    expect(await axeViolations()).toEqual([]);
    await clickButton('Save as working copy', question);
    await screen.findByText('Working copy saved. Learners still see the published lesson.');
    expect(saved()).toBeUndefined();
    expect(requests('PUT')).toHaveLength(1);
  });

  it('is not offered for a draft or a new lesson', async () => {
    await openLesson(api, { status: 'draft' });
    expect(screen.queryByRole('button', { name: 'Save working copy' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Unpublish later…' })).toBeNull();
  });

  it('opens the working copy and says who saved it when', async () => {
    await openPublished({ version: 3, contents });
    expect(getField('Title').value).toBe('Hello again');
    const bar = screen.getByRole('group', { name: 'Publication' });
    expect(bar.textContent).toContain('Changes not published');
    expect(bar.textContent).toContain('Saved Nov 23, 2026, 09:30 by Dara Kim.');
    expect(await axeViolations()).toEqual([]);
  });

  it('publishes what is on the screen', async () => {
    await openPublished({ version: 3, contents });
    await fillField(getField('Title'), 'Hello once more');
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson updated successfully');
    expect(requests('PUT')[0]?.headers.get('if-match')).toBe('"3"');
    expect(requests('PUT')[0]?.body).toMatchObject({ contents: { title: 'Hello once more' } });
    expect(requests('POST', '/publish')[0]?.headers.get('if-match')).toBe('"4"');
    expect(saved()).toBeUndefined();
  });

  it('publishes nothing, and says that it is done, when the screen shows what learners see already', async () => {
    await openPublished({ version: 3, contents });
    // Saving what is published ends the working copy.
    api.route(`PUT ${path}`, () => ({ body: { ...info, version: 4, baseVersion: 4, contents } }));
    api.route(`POST ${path}/publish`, () => errorResponse(404, { message: 'Working copy not found' }));
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson updated successfully');
  });

  it('shows what learners see', async () => {
    await openPublished({ version: 3, contents });
    await clickButton('View what learners see');
    const dialog = await screen.findByRole('dialog', { name: 'What learners see' });
    const title = await within(dialog).findByRole('region', { name: 'Title' });
    expect(title.textContent).toBe('TitlePublishedGreetingsWorking copyHello again');
    expect(within(dialog).getAllByRole('region')).toHaveLength(1);
    expect(await axeViolations()).toEqual([]);
  });

  it('is discarded after a question, and comes back by Undo', async () => {
    await openPublished({ version: 3, contents });
    await clickButton('Discard changes');
    const question = await screen.findByRole('alertdialog', { name: 'Discard the changes?' });
    await clickButton('Keep the changes', question);
    expect(requests('DELETE')).toHaveLength(0);
    await clickButton('Discard changes');
    await clickButton('Discard changes', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(getField('Title').value).toBe('Greetings'));
    expect(requests('DELETE')[0]?.headers.get('if-match')).toBe('"3"');
    expect(screen.queryByText('Changes not published')).toBeNull();
    await clickButton('Undo', screen.getByText('The changes were discarded').closest('li') ?? undefined);
    await waitFor(() => expect(getField('Title').value).toBe('Hello again'));
    expect(requests('PUT')[0]?.body).toEqual({ baseVersion: 4, contents });
  });

  it('does not overwrite what someone else saved in the working copy meanwhile, unless told to', async () => {
    const service = await openPublished({ version: 3, contents });
    await fillField(getField('Title'), 'Mine');
    service.replace({ version: 6, contents: { ...contents, title: 'Theirs' } });
    await clickButton('Save working copy');
    const question = await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
    const title = await within(question).findByRole('region', { name: 'Title' });
    expect(title.textContent).toBe('TitleTheirsTheirsYoursMine');
    await clickButton('Overwrite', question);
    await screen.findByText('Working copy saved. Learners still see the published lesson.');
    expect(requests('PUT').at(-1)?.headers.get('if-match')).toBe('"6"');
  });

  it('compares with the lesson when that was saved meanwhile, and publishes over the version that was seen', async () => {
    await openPublished({ version: 3, contents });
    let publications = 0;
    const publish = () => {
      publications += 1;
      return publications === 1
        ? errorResponse(409, { message: 'This lesson was saved since', code: 'newer_version' })
        : { body: greetingsLesson };
    };
    api.route(`POST ${path}/publish`, publish);
    const workingCopy = { ...info, version: 4 };
    api.route('GET /api/lessons/7', () => ({
      body: { ...greetingsLesson, title: 'Good day', version: 9, workingCopy },
    }));
    await clickButton('Publish Lesson');
    const question = await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
    const title = await within(question).findByRole('region', { name: 'Title' });
    expect(title.textContent).toBe('TitleTheirsGood dayYoursHello again');
    await clickButton('Overwrite', question);
    await screen.findByText('Lesson updated successfully');
    expect(requests('PUT').at(-1)?.body).toMatchObject({ baseVersion: 9 });
    expect(requests('PUT').at(-1)?.headers.get('if-match')).toBe('"4"');
  });

  it('saves as a draft when someone unpublished the lesson meanwhile and the user overwrites', async () => {
    await openPublished(null);
    await fillField(getField('Title'), 'Mine');
    api.route(`PUT ${path}`, () =>
      errorResponse(409, { message: 'This lesson is a draft', code: 'conflict' }),
    );
    api.route('GET /api/lessons/7', () => ({ body: { ...greetingsLesson, status: 'draft', version: 5 } }));
    await clickButton('Save working copy');
    const question = await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
    await within(question).findByRole('region', { name: 'Status' });
    await clickButton('Overwrite', question);
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({ title: 'Mine', status: 'draft' });
    expect(saved()?.headers.get('if-match')).toBe('"5"');
  });

  it('keeps a draft of this browser apart from a newer working copy', async () => {
    const service = await openPublished({ version: 3, contents });
    await fillField(getField('Title'), 'Mine');
    await clickButton('Close');
    await clickButton('Leave', await screen.findByRole('alertdialog'));
    service.replace({ version: 6, contents: { ...contents, title: 'Theirs' } });
    await clickButton('Edit');
    await waitFor(() => expect(getField('Title').value).toBe('Theirs'));
    await clickButton('Restore unsaved changes');
    expect(getField('Title').value).toBe('Mine');
    await clickButton('Save working copy');
    await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
    expect(requests('PUT').at(-1)?.headers.get('if-match')).toBe('"3"');
  });

  it('shows what learners see in the preview, too', async () => {
    await openPublished(null);
    await clickButton('Show Preview');
    await screen.findByRole('dialog', { name: 'Greetings' });
    expect(screen.queryByRole('radio', { name: 'Published' })).toBeNull();
    cleanup();
    await openPublished({ version: 3, contents });
    await clickButton('Show Preview');
    const preview = await screen.findByRole('dialog', { name: 'Hello again' });
    await userEvent.click(within(preview).getByRole('radio', { name: 'Published' }));
    expect(await screen.findByRole('dialog', { name: 'Greetings' })).toBeTruthy();
  });

  describe('and a time', () => {
    const schedulePath = '/api/lessons/7/schedule';
    const schedule = {
      action: 'publish',
      at: '2999-11-23T23:00:00.000Z',
      version: 3,
      of: 'working-copy',
      isPinned: true,
      scheduledBy: null,
      failure: null,
    } as const;

    beforeEach(() => {
      api.route(`PUT ${schedulePath}`, ({ body }) => ({ body: { ...schedule, ...(body as object) } }));
      api.route(`DELETE ${schedulePath}`, () => ({ body: { message: 'The schedule was cancelled' } }));
    });

    async function fillInTime(day: string, time: string) {
      await fillField(getField('Date'), day);
      await fillField(getField('Time'), time);
      await clickButton('Schedule');
    }

    it('is scheduled with its unsaved changes, in the school’s time zone', async () => {
      await openPublished({ version: 3, contents });
      await fillField(getField('Title'), 'Hello once more');
      await clickButton('Publish later…');
      const dialog = await screen.findByRole('dialog', { name: 'Publish later' });
      expect(within(dialog).getByText('Time zone of the school: Asia/Phnom_Penh')).toBeTruthy();
      expect(within(dialog).getByText('Your changes are saved as a working copy first.')).toBeTruthy();
      expect(await axeViolations()).toEqual([]);
      await fillInTime('2999-11-24', '06:00');
      await screen.findByText('The lesson publishes Nov 24, 2999, 06:00');
      expect(requests('PUT')[0]?.body).toMatchObject({ contents: { title: 'Hello once more' } });
      expect(api.sent('PUT', schedulePath)[0]?.body).toEqual({
        action: 'publish',
        at: '2999-11-23T23:00:00.000Z',
        version: 4,
        isPinned: false,
      });
      // The form is reopened with what was saved.
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Publish later' })).toBeNull());
      expect(getField('Title').value).toBe('Hello once more');
    });

    it('is scheduled as it is when nothing is unsaved', async () => {
      await openLesson(api, { status: 'draft' });
      await clickButton('Publish later…');
      await fillInTime('2999-11-24', '06:00');
      await screen.findByText('The lesson publishes Nov 24, 2999, 06:00');
      expect(saved()).toBeUndefined();
      expect(api.sent('PUT', schedulePath)[0]?.body).toMatchObject({ version: 4 });
    });

    it('refuses the past and an incomplete time in words', async () => {
      await openPublished(null);
      expect(screen.queryByRole('button', { name: 'Publish later…' })).toBeNull();
      await clickButton('Unpublish later…');
      await fillInTime('2020-01-01', '06:00');
      expect(await screen.findByText(/^This is in the past: at the school it is /)).toBeTruthy();
      await fillInTime('', '06:00');
      expect(await screen.findByText('Choose a date and a time')).toBeTruthy();
      expect(api.sent('PUT', schedulePath)).toHaveLength(0);
    });

    it('shows why it could not be scheduled, and keeps the dialog', async () => {
      api.route(`PUT ${schedulePath}`, () =>
        errorResponse(400, { message: 'There is nothing to unpublish: it is a draft' }),
      );
      await openPublished(null);
      await clickButton('Unpublish later…');
      await fillInTime('2999-11-24', '06:00');
      expect(await screen.findByText('There is nothing to unpublish: it is a draft')).toBeTruthy();
      expect(screen.getByRole('dialog', { name: 'Unpublish later' })).toBeTruthy();
    });

    it('shows its schedule, to be changed or cancelled', async () => {
      await openLesson(api, { schedule });
      const bar = within(screen.getByRole('group', { name: 'Publication' }));
      expect(bar.getByText('Publishes Nov 24, 2999, 06:00')).toBeTruthy();
      await clickButton('Change time…');
      await screen.findByRole('dialog', { name: 'Publish later' });
      expect([getField('Date').value, getField('Time').value]).toEqual(['2999-11-24', '06:00']);
      await clickButton('Cancel');
      await clickButton('Cancel schedule');
      await screen.findByText('The schedule was cancelled');
      expect(api.sent('DELETE', schedulePath)).toHaveLength(1);
    });

    it('shows why a schedule failed', async () => {
      await openLesson(api, { schedule: { ...schedule, failure: 'Main lesson not found' } });
      const bar = within(screen.getByRole('group', { name: 'Publication' }));
      expect(bar.getByText('Could not be published Nov 24, 2999, 06:00')).toBeTruthy();
      expect(screen.getByText('Main lesson not found')).toBeTruthy();
    });
  });
});

describe('a lesson with a pending picture upload', () => {
  const picture = new File(['x'], 'river.png', { type: 'image/png' });

  async function addPicture() {
    let answer = (_with: FakeResponse) => {};
    api.route(
      'POST /api/upload',
      () =>
        new Promise<FakeResponse>((resolve) => {
          answer = resolve;
        }),
    );
    await openNewLesson();
    await fillInLesson();
    await selectFile(picture);
    await screen.findByText(/^A picture is still uploading/);
    return (given: FakeResponse) => act(async () => answer(given));
  }
  const saveButtons = () =>
    ['Save as Draft', 'Publish Lesson'].map((name) =>
      screen.getByRole<HTMLButtonElement>('button', { name }),
    );

  it('cannot be saved until the upload finishes, and then includes the picture', async () => {
    const answer = await addPicture();
    expect(saveButtons().map(({ disabled }) => disabled)).toEqual([true, true]);
    await answer({
      status: 201,
      body: { data: { url: '/uploads/r.png', filename: 'r.png' }, message: 'x' },
    });
    await waitFor(() => expect(screen.queryByText(/^A picture is still uploading/)).toBeNull());
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson created successfully');
    expect(JSON.stringify(api.sent('POST', '/api/lessons')[0]?.body)).toContain('/uploads/r.png');
  });

  it('asks for its description, which learners get with it', async () => {
    const answer = await addPicture();
    await answer({
      status: 201,
      body: { data: { url: '/uploads/r.png', filename: 'r.png' }, message: 'x' },
    });
    const description = await screen.findByLabelText('Description of picture 1');
    expect(await axeViolations()).toEqual([]);
    await userEvent.type(description, 'A boat');
    expect(screen.getByRole('img', { name: 'A boat' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Description of picture 1'));
    await userEvent.tab();
    expect(screen.queryByLabelText('Description of picture 1')).toBeNull();
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson created successfully');
    expect(api.sent('POST', '/api/lessons')[0]?.body).toMatchObject({
      sections: [
        {
          html: expect.stringContaining('alt="A boat"'),
          content: expect.stringContaining('A boat'),
        },
      ],
    });
  });

  it.each([
    ['in the order of their choice', [0, 1]],
    ['in the other order', [1, 0]],
  ])('receives it and another one while the Vocabulary tab is open, answered %s', async (_order, order) => {
    const answers: ((url: string) => Promise<void>)[] = [];
    api.route(
      'POST /api/upload',
      () =>
        new Promise<FakeResponse>((resolve) => {
          answers.push((url) =>
            act(async () => resolve({ status: 201, body: { data: { url, filename: url }, message: 'x' } })),
          );
        }),
    );
    await openNewLesson();
    await fillInLesson();
    await selectFile(picture);
    await selectFile(new File(['x'], 'market.png', { type: 'image/png' }));
    await waitFor(() => expect(answers).toHaveLength(2));
    await userEvent.click(screen.getByRole('tab', { name: 'Vocabulary' }));
    await fillField(screen.getByPlaceholderText('Enter English word'), 'River');
    for (const n of order) {
      expect(screen.getByText(/^A picture is still uploading/)).toBeTruthy();
      await answers[n]?.(n === 0 ? '/uploads/r.png' : '/uploads/m.png');
      expect(await screen.findByText('This section contains formatting')).toBeTruthy();
    }
    await waitFor(() => expect(screen.queryByText(/^A picture is still uploading/)).toBeNull());
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson created successfully');
    const text = JSON.stringify(api.sent('POST', '/api/lessons')[0]?.body);
    expect(text).toMatch(/River.*r\.png.*m\.png/);
  });

  it('shows an error when the section of the upload is removed', async () => {
    await addPicture();
    await clickButton('Add Section');
    await clickButton('Remove section 1');
    await clickButton('Remove section', await screen.findByRole('alertdialog'));
    expect(await screen.findByText(/^river.png: The upload was cancelled/)).toBeTruthy();
  });

  it('can be saved after the upload has failed, and keeps showing the error', async () => {
    const answer = await addPicture();
    await answer(errorResponse(507, { message: 'There is no room for this file' }));
    // In the form, and in the toast: the form's list may be scrolled out of view.
    expect(await screen.findAllByText('river.png: There is no room for this file')).toHaveLength(2);
    expect(saveButtons().map(({ disabled }) => disabled)).toEqual([false, false]);
  });

  it('asks before it is closed', async () => {
    await addPicture();
    await clickButton('Close');
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  });
});

/** The whole comparison of the stored version with the form, in the question about a conflict. */
async function openComparison(question: HTMLElement) {
  await userEvent.click(await within(question).findByRole('button', { name: 'Compare theirs with yours' }));
  return within(question).getAllByRole('group', { name: 'Differences' }).at(-1) ?? question;
}

describe('a lesson that someone else changed meanwhile', () => {
  const stale = () =>
    errorResponse(409, { message: 'This lesson was changed by someone else', code: 'stale_version' });

  const [words, talk] = greetingsLesson.sections as [Section, Section];
  const theirs = {
    ...greetingsLesson,
    mainLessonId: 2,
    version: 5,
    sections: [
      { ...words, content: 'Hello [suo-sdey] : សួស្តី\nThanks [aw-kun] : អរគុណ' },
      { ...talk, html: '<p>A: <strong>Hello!</strong></p>' },
      { ...talk, title: 'A longer talk', content: 'C: Good day!' },
    ],
  };

  async function saveStale() {
    await openLesson(api);
    await fillField(getField('Title'), 'Mine');
    api.route('GET /api/lessons/7', () => ({ body: theirs }));
    api.route('PATCH /api/lessons/7', ({ headers }) =>
      headers.get('if-match') === '"4"' ? stale() : { body: greetingsLesson },
    );
    await clickButton('Publish Lesson');
    return screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
  }

  it('shows what differs, field by field and section by section, and nothing else', async () => {
    const question = await saveStale();
    const comparison = await openComparison(question);
    expect(
      within(comparison)
        .getAllByRole('region')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Main LessonTheirsEnglish for WorkYoursFirst Words',
      'TitleTheirsGreetingsYoursMine',
      'Section “Key words”Hello [suo-sdey] : សួស្តីTheirsThanks [aw-kun] : អរគុណYoursEmpty',
      'Formatting of Section “A short talk”The text is the same, but bold, italic, underline, links or pictures differ.',
      'Section “A longer talk”TheirsC: Good day!YoursNot present',
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('says which section was moved, instead of what was removed and added', async () => {
    await openLesson(api);
    const third = { ...talk, title: 'Third', content: 'C' };
    api.route('GET /api/lessons/7', () => ({
      body: { ...greetingsLesson, version: 5, sections: [third, talk, words] },
    }));
    api.route('PATCH /api/lessons/7', stale);
    await clickButton('Publish Lesson');
    const question = await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
    const comparison = await openComparison(question);
    expect(
      within(comparison)
        .getAllByRole('region')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Place of Section “Key words”Moved from place 3 to place 1.',
      'Section “Third”TheirsCYoursNot present',
    ]);
  });

  it('shows a recording that was made again as a difference', async () => {
    const recordings = [{ language: 'en' as const, text: 'Hello', file: 'hello.mp3' }];
    const [first, second] = [{ ...words, recordings }, talk];
    await openLesson(api, { sections: [first, second] });
    const retaken = [{ language: 'en' as const, text: 'Hello', file: 'again.mp3' }];
    api.route('GET /api/lessons/7', () => ({
      body: { ...greetingsLesson, version: 5, sections: [{ ...words, recordings: retaken }, second] },
    }));
    api.route('PATCH /api/lessons/7', stale);
    await clickButton('Publish Lesson');
    const question = await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
    const regions = within(await openComparison(question)).getAllByRole('region');
    expect(regions.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Recordings of Section “Key words”.*Hello.*again\.mp3.*Hello.*hello\.mp3/),
    ]);
  });

  it('can be compared again after the differences could not be loaded', async () => {
    api.route('GET /api/lessons/7', () => ({ body: greetingsLesson }));
    const question = await saveStale();
    await within(question).findByRole('region', { name: 'Title' });
    await clickButton('Keep editing', question);
    api.route('GET /api/lessons/7', () =>
      errorResponse(503, { message: 'Content is not available right now' }),
    );
    await clickButton('Publish Lesson');
    expect(await screen.findByText('The differences could not be loaded')).toBeTruthy();
    expect(screen.getByText('Content is not available right now')).toBeTruthy();
    api.route('GET /api/lessons/7', () => ({ body: theirs }));
    await clickButton('Try again');
    expect(await screen.findByRole('region', { name: 'Title' })).toBeTruthy();
  });

  it('can be overwritten, for as long as nobody changes it again', async () => {
    const question = await saveStale();
    await within(question).findByRole('region', { name: 'Title' });
    await clickButton('Overwrite', question);
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({ title: 'Mine' });
    expect(saved()?.headers.get('if-match')).toBe('"5"');
  });

  const titleRegion = async (question: HTMLElement) =>
    (await within(question).findByRole('region', { name: 'Title' })).textContent;

  it('is merged into the form, with a choice for what both changed, and saved over the version that was seen', async () => {
    await openLesson(api);
    await fillField(getField('Title'), 'Mine');
    await fillField(getField('Description'), 'My description');
    api.route('GET /api/lessons/7', () => ({ body: { ...theirs, title: 'Theirs' } }));
    api.route('PATCH /api/lessons/7', ({ headers }) =>
      headers.get('if-match') === '"5"' ? { body: greetingsLesson } : stale(),
    );
    await clickButton('Publish Lesson');
    const question = await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
    expect(await titleRegion(question)).toBe('TitleTheirsTheirsYoursMine');
    expect(within(question).getByRole('group', { name: 'Merged by themselves' }).textContent).toContain(
      'Thanks [aw-kun]',
    );
    const use = within(question).getByRole<HTMLButtonElement>('button', { name: 'Use merged version' });
    expect(use.disabled).toBe(true);
    await userEvent.click(within(question).getByRole('radio', { name: 'Theirs' }));
    expect(await axeViolations()).toEqual([]);
    await userEvent.click(use);
    expect([getField('Title').value, getField('Description').value]).toEqual(['Theirs', 'My description']);
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.headers.get('if-match')).toBe('"5"');
    expect(saved()?.body).toMatchObject({
      title: 'Theirs',
      description: 'My description',
      mainLessonId: 2,
      sections: theirs.sections.map(({ title, content }) => ({ title, content })),
    });
  });

  describe('while its form is open', () => {
    let streams: readonly EventTarget[];
    const lastVersion = {
      version: 5,
      savedAt: greetingsLesson.updatedAt,
      savedBy: { id: 2, name: 'Sokha Chan' },
      action: 'updated',
      changedFields: [],
    };

    beforeEach(() => {
      streams = fakeEventSource();
      api.route('GET /api/lessons/7/versions', () => ({ body: { data: [lastVersion], next: null } }));
    });
    afterEach(() => {
      Reflect.deleteProperty(globalThis, 'EventSource');
    });

    async function tellSaved() {
      await waitFor(() => expect(streams.length).toBeGreaterThan(0));
      const event = () => new MessageEvent('saved', { data: 'lesson:7' });
      await act(async () => streams.forEach((stream) => void stream.dispatchEvent(event())));
    }
    const notice = 'Sokha Chan saved this lesson just now.';
    const isShown = () => [...document.querySelectorAll('span')].some((one) => one.textContent === notice);

    it('is named with who saved it, and merged before anything is saved', async () => {
      await openLesson(api);
      await fillField(getField('Title'), 'Mine');
      api.route('GET /api/lessons/7', () => ({ body: { ...theirs, title: 'Theirs' } }));
      await tellSaved();
      await waitFor(() => expect(isShown()).toBe(true));
      await clickButton('Compare and merge');
      const question = await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
      await userEvent.click(await within(question).findByRole('radio', { name: 'Theirs' }));
      await userEvent.click(within(question).getByRole('button', { name: 'Use merged version' }));
      expect(getField('Title').value).toBe('Theirs');
      expect(isShown()).toBe(false);
      expect(saved()).toBeUndefined();
    });

    it('is shown anew when nothing was changed here, and not named for the version that the form has', async () => {
      await openLesson(api);
      await tellSaved();
      await waitFor(() => expect(api.sent('GET', '/api/lessons/7/versions')).toHaveLength(1));
      expect(isShown()).toBe(false);
      api.route('GET /api/lessons/7', () => ({ body: { ...theirs, title: 'Theirs' } }));
      await tellSaved();
      await clickButton('Show the new version');
      await waitFor(() => expect(getField('Title').value).toBe('Theirs'));
      expect(isShown()).toBe(false);
    });
  });

  it('is a conflict again when the merge was undone', async () => {
    const question = await saveStale();
    await userEvent.click(await within(question).findByRole('button', { name: 'Use merged version' }));
    expect(screen.getAllByLabelText(/^Section Title/)).toHaveLength(3);
    await clickButton(
      'Undo',
      screen.getByText('The merged lesson is in the form').closest('li') ?? undefined,
    );
    expect(screen.getAllByLabelText(/^Section Title/)).toHaveLength(2);
    expect(getField('Title').value).toBe('Mine');
    await clickButton('Publish Lesson');
    await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
    expect(saved()?.headers.get('if-match')).toBe('"4"');
  });

  it('can be edited further', async () => {
    await clickButton('Keep editing', await saveStale());
    expect(getField('Title').value).toBe('Mine');
  });

  it('can be reloaded, and the unsaved changes can be restored', async () => {
    const question = await saveStale();
    api.route('GET /api/lessons/7', () => ({ body: { ...greetingsLesson, title: 'Theirs', version: 5 } }));
    await clickButton('Reload', question);
    await waitFor(() => expect(getField('Title').value).toBe('Theirs'));
    await clickButton('Restore unsaved changes');
    expect(getField('Title').value).toBe('Mine');
    // The draft is based on the older version, so the dialog appears again.
    await clickButton('Publish Lesson');
    await screen.findByRole('dialog', { name: 'This lesson was changed by someone else' });
    expect(saved()?.headers.get('if-match')).toBe('"4"');
  });
});

describe('the toast after a save of a lesson with a schedule', () => {
  const at = '2999-11-23T23:00:00.000Z';
  const publication = {
    action: 'publish',
    at,
    version: 4,
    of: 'item',
    isPinned: true,
    scheduledBy: null,
    failure: null,
  } as const;

  it.each([
    ['Save as Draft', publication, /The publication scheduled for .* does not include these changes\.$/],
    ['Save as Draft', { ...publication, isPinned: false }, /Learners see these changes from .*\.$/],
    ['Publish Lesson', publication, /The publication scheduled for .* is cancelled\.$/],
  ])('after %s says what becomes of it', async (button, schedule, sentence) => {
    await openLesson(api, { status: 'draft', schedule });
    await fillField(getField('Title'), 'Hello');
    await clickButton(button);
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});

describe('a published lesson in a draft main lesson', () => {
  const hiddenBy = { entity: 'main-lesson', id: 2 } as const;

  it('says that learners cannot see it, with the way to the main lesson', async () => {
    await openLesson(api, { hiddenBy });
    const dialog = await screen.findByRole('dialog', { name: 'Edit Lesson' });
    expect(within(dialog).getByText('Published · main lesson is a draft')).toBeTruthy();
    expect(within(dialog).getByText(/^Learners cannot see this lesson/)).toBeTruthy();
    const link = within(dialog).getByRole('link', { name: 'Open the main lesson to publish it' });
    expect(link.getAttribute('href')).toBe('#/main_lessons?open=2');
    expect(await axeViolations()).toEqual([]);
  });

  it('says so when it is published, and the main lesson is offered', async () => {
    api.route('POST /api/lessons', () => ({ status: 201, body: { ...greetingsLesson, hiddenBy } }));
    await openNewLesson();
    await fillInLesson();
    await clickButton('Publish Lesson');
    const saved = 'Lesson created successfully. Learners cannot see it: its main lesson is a draft.';
    expect(await screen.findByText(saved)).toBeTruthy();
    await clickButton('Open the main lesson to publish it');
    expect(window.location.hash).toMatch(/^#\/main_lessons/);
  });

  it('marks draft main lessons where one is chosen', async () => {
    await openNewLesson();
    await userEvent.click(screen.getByRole('combobox', { name: 'Main Lesson' }));
    const labels = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(labels).toEqual(['English for Work · draft', 'First Words']);
  });

  it('is in Khmer in a Khmer console, as is the toast of a working copy', async () => {
    api.route('GET /api/lessons/7', () => ({ body: greetingsLesson }));
    api.route('PUT /api/lessons/7/working-copy', () => ({
      body: { version: 1, savedAt: '2026-05-05T03:00:00.000Z', savedBy: null },
    }));
    renderHost('km');
    await clickButton('Edit');
    await screen.findByRole('dialog', { name: 'កែមេ\u2060រៀន' });
    await fillField(await screen.findByLabelText('ចំណង\u2060ជើង'), 'Hello');
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText(/^បានរក្សា\u2060ទុកកំណែកំពុងកែ។/)).toBeTruthy();
  });
});

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
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { greetingsLesson } from '../testing/content-fixtures.ts';
import {
  fakeWritableContentApi,
  fillInLesson,
  findFreeTextBox,
  getField,
  openLesson,
  openNewLesson,
  setFreeText,
} from '../testing/lesson-test-utils.tsx';
import { selectFile } from '../testing/select-file.ts';

let api: FakeApi;
const saved = () => api.sent('PATCH', '/api/lessons/7').at(-1);

beforeEach(() => {
  resetBrowserState();
  api = fakeWritableContentApi();
});

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
    await clickButton('Keep published', question);
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

  it('receives it and another one while the Vocabulary tab is open', async () => {
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
    await answers[0]?.('/uploads/r.png');
    expect(await screen.findByText('This section contains formatting')).toBeTruthy();
    await answers[1]?.('/uploads/m.png');
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
    expect(await screen.findByText('river.png: There is no room for this file')).toBeTruthy();
    expect(saveButtons().map(({ disabled }) => disabled)).toEqual([false, false]);
  });

  it('asks before it is closed', async () => {
    await addPicture();
    await clickButton('Close');
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  });
});

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
    await within(question).findByRole('region', { name: 'Main Lesson' });
    expect(
      within(question)
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
    await within(question).findByRole('region', { name: 'Section “Third”' });
    expect(
      within(question)
        .getAllByRole('region')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Place of Section “Key words”Moved from place 3 to place 1.',
      'Section “Third”TheirsCYoursNot present',
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

import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  resetBrowserState,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeQuizApi, riverQuiz } from '../testing/quiz-fixtures.ts';
import {
  chooseLesson,
  fillInQuestion,
  fillInQuiz,
  getField,
  openNewQuiz,
  openQuiz,
  questionCard,
  readQuestion,
} from '../testing/quiz-test-utils.tsx';

let api: FakeApi;
const created = () => api.sent('POST', '/api/quizzes').at(-1)?.body;
const saved = () => api.sent('PATCH', '/api/quizzes/3').at(-1);
const sentQuestions = () => (saved()?.body as { questions?: object[] } | undefined)?.questions ?? [];
const press = (number: number, name: string) =>
  userEvent.click(questionCard(number).getByRole('button', { name }));

beforeEach(() => {
  resetBrowserState();
  api = fakeQuizApi();
});

describe('undo', () => {
  const undo = () => userEvent.keyboard('{Control>}z{/Control}');
  const offered = (title: string) =>
    within(screen.getByRole('region', { name: /Notifications/, hidden: true })).getByText(title);

  it('brings back a removed option in its place, as the correct answer', async () => {
    await openNewQuiz();
    await press(1, 'Add Option');
    await fillInQuestion(1, 'What is ទូក?', ['Boat', 'Fish', 'Rice'], 2);
    await press(1, 'Remove option 2');
    expect(readQuestion(1).options).toEqual(['Boat', 'Rice']);
    expect(document.activeElement).toBe(questionCard(1).getByRole('button', { name: 'Add Option' }));
    expect(offered('Option 2 removed')).toBeTruthy();
    await undo();
    expect(readQuestion(1)).toMatchObject({ options: ['Boat', 'Fish', 'Rice'], right: 1 });
  });

  it('brings back a removed question, whose neighbour got the focus, and leaves the form as it was', async () => {
    await openNewQuiz();
    await clickButton('Add Question');
    await clickButton('Add Question');
    await fillInQuestion(2, 'What is ទូក?', ['Boat', 'Fish'], 1);
    await clickButton('Remove question 2');
    await clickButton('Remove question', screen.getByRole('alertdialog'));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove question 2' })),
    );
    await userEvent.click(offered('Undo'));
    expect(readQuestion(2)).toEqual({ text: 'What is ទូក?', options: ['Boat', 'Fish'], right: 0 });
    expect(document.activeElement).toBe(questionCard(2).getByLabelText('Question'));
  });
});

it('keeps the recordings of its questions when it is saved', async () => {
  const recordings = [
    { language: 'km' as const, text: riverQuiz.questions[0]?.question ?? '', file: 'boat.mp3' },
  ];
  const questions = riverQuiz.questions.map((question, index) =>
    index === 0 ? { ...question, recordings } : question,
  );
  await openQuiz(api, { questions });
  await fillField(getField('Title'), 'Rivers');
  await clickButton('Publish Quiz');
  await waitFor(() => expect(sentQuestions()[0]).toMatchObject({ recordings }));
});

describe('a new quiz', () => {
  it('shows the contract’s message on each missing field, and focuses the first one', async () => {
    await openNewQuiz();
    await clickButton('Publish Quiz');
    for (const message of [
      'Lesson is required',
      'Title is required',
      'Description is required',
      'Question is required',
      'Correct answer is required',
    ]) {
      expect(await screen.findByText(message)).toBeTruthy();
    }
    expect(screen.getAllByText('Option is required')).toHaveLength(2);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Lesson' })),
    );
    expect(api.sent('POST', '/api/quizzes')).toHaveLength(0);
  });

  it('focuses the incomplete question when everything else is valid', async () => {
    await openNewQuiz();
    await fillInQuiz();
    await clickButton('Add Question');
    await fillInQuestion(2, 'What is ទូក?', ['Boat', ' Boat'], 1);
    await clickButton('Publish Quiz');
    expect(await screen.findByText('Options must be different')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(questionCard(2).getByLabelText('Option 1')));
    await fillField(questionCard(2).getByLabelText('Option 2'), 'Fish');
    await waitFor(() => expect(screen.queryByText('Options must be different')).toBeNull());
  });

  it.each([
    ['Publish Quiz', 'active'],
    ['Save as Draft', 'draft'],
  ])('is saved by %s as %s', async (button, status) => {
    await openNewQuiz();
    await fillInQuiz();
    await clickButton(button);
    expect(await screen.findByText('Quiz created successfully')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(created()).toEqual({
      lessonId: 7,
      title: 'Fish',
      description: 'All about fish',
      isPractice: false,
      questions: [{ question: 'What is ត្រី?', options: ['Fish', 'Boat'], correctAnswer: 'Fish' }],
      status,
    });
  });

  it('is for practice if the author says so', async () => {
    await openNewQuiz();
    await fillInQuiz();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Practice quiz' }));
    await clickButton('Publish Quiz');
    expect(await screen.findByText('Quiz created successfully')).toBeTruthy();
    expect(created()).toMatchObject({ isPractice: true, status: 'active' });
  });

  it('keeps both buttons busy while it is saved', async () => {
    let answer: (() => void) | undefined;
    const waiting = new Promise<void>((done) => {
      answer = done;
    });
    api.route('POST /api/quizzes', async () => {
      await waiting;
      return { body: riverQuiz };
    });
    await openNewQuiz();
    await fillInQuiz();
    await clickButton('Publish Quiz');
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Publishing...' });
    expect(busy.disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save as Draft' }).disabled).toBe(true);
    answer?.();
    expect(await screen.findByText('Quiz created successfully')).toBeTruthy();
  });

  it('shows the server’s validation errors on their fields, and keeps the input', async () => {
    const issues = [{ path: 'questions.0.options', message: 'Options must be different' }];
    api.route('POST /api/quizzes', () =>
      errorResponse(400, { message: 'Options must be different', issues }),
    );
    await openNewQuiz();
    await fillInQuiz();
    await clickButton('Publish Quiz');
    expect(await questionCard(1).findByText('Options must be different')).toBeTruthy();
    expect(getField('Title').value).toBe('Fish');
    api.route('POST /api/quizzes', () => ({ status: 500, body: 'broken' }));
    await clickButton('Publish Quiz');
    expect(await screen.findByText('Failed to create quiz')).toBeTruthy();
  });
});

describe('an existing quiz', () => {
  it('shows whether it is for practice, and keeps it so', async () => {
    await openQuiz(api, { isPractice: true });
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Practice quiz' }).checked).toBe(true);
    await fillField(getField('Title'), 'Mine');
    await clickButton('Publish Quiz');
    await waitFor(() => expect(saved()?.body).toMatchObject({ isPractice: true, title: 'Mine' }));
  });

  it('stays open with the input when saving fails', async () => {
    await openQuiz(api);
    api.route('PATCH /api/quizzes/3', () => ({ status: 500, body: 'broken' }));
    await fillField(getField('Title'), 'Mine');
    await clickButton('Publish Quiz');
    expect(await screen.findByText('Failed to update quiz')).toBeTruthy();
    expect(getField('Title').value).toBe('Mine');
  });
});

describe('the lesson of a quiz', () => {
  it('is searched by the service, a few at a time', async () => {
    await openNewQuiz();
    const asked = () => Object.fromEntries(api.sent('GET', '/api/lessons').at(-1)?.query ?? []);
    const box = getField('Lesson');
    await userEvent.click(box);
    await fillField(box, 'weath');
    await waitFor(() =>
      expect(asked()).toEqual({ search: 'weath', limit: '20', offset: '0', sections: 'false' }),
    );
    await userEvent.click(await screen.findByRole('option', { name: 'The weather' }));
    expect(box.value).toBe('The weather');
  });

  it('is shown by its title without fetching a lesson', async () => {
    await openQuiz(api);
    expect(getField('Lesson').value).toBe('The river');
    expect(api.sent('GET', '/api/lessons')).toHaveLength(0);
    expect(api.sent('GET', '/api/lessons/7')).toHaveLength(0);
  });

  it('is fetched when only its id is known, such as in a restored draft', async () => {
    const { unmount } = await openQuiz(api);
    await chooseLesson('Lesson', 'talk', 'Small talk');
    await userEvent.tab();
    expect(await screen.findByText(/^Auto-saved/)).toBeTruthy();
    unmount();
    await openQuiz(api);
    await clickButton('Restore unsaved changes');
    await waitFor(() => expect(getField('Lesson').value).toBe('Small talk'));
  });

  it('says when lessons cannot be loaded', async () => {
    api.route('GET /api/lessons', () => errorResponse(503, { message: 'Not now' }));
    await openNewQuiz();
    await userEvent.click(screen.getByRole('combobox', { name: 'Lesson' }));
    expect(await screen.findByText('Lessons could not be loaded')).toBeTruthy();
  });
});

describe('the questions of a quiz', () => {
  it('can be added and removed, except the last one', async () => {
    await openNewQuiz();
    expect(screen.queryByRole('button', { name: 'Remove question 1' })).toBeNull();
    await clickButton('Add Question');
    await waitFor(() => expect(document.activeElement).toBe(questionCard(2).getByLabelText('Question')));
    await fillInQuestion(2, 'Keep me', ['a', 'b'], 2);
    await press(1, 'Remove question 1');
    expect(readQuestion(1)).toEqual({ text: 'Keep me', options: ['a', 'b'], right: 1 });
    expect(document.activeElement).toBe(questionCard(1).getByLabelText('Question'));
    expect(screen.queryByRole('button', { name: 'Remove question 1' })).toBeNull();
  });

  it('are removed only after confirmation if they are not empty', async () => {
    await openQuiz(api);
    await press(1, 'Remove question 1');
    await clickButton(
      'Remove question',
      await screen.findByRole('alertdialog', { name: 'Remove question 1?' }),
    );
    expect(readQuestion(1).text).toBe('What does “ទូក” mean?');
    await waitFor(() => expect(document.activeElement).toBe(questionCard(1).getByLabelText('Question')));
  });

  it('are reordered by keyboard with their answers and ids, and keep focus', async () => {
    await openQuiz(api);
    await clickButton('Add Question');
    await fillInQuestion(3, 'Third', ['x', 'y'], 2);
    const up = questionCard(3).getByRole('button', { name: 'Move question 3 up' });
    act(() => up.focus());
    await userEvent.keyboard('{Enter}');
    expect(readQuestion(2)).toEqual({ text: 'Third', options: ['x', 'y'], right: 1 });
    expect(screen.getByText('Question 3 is now question 2')).toBeTruthy();
    expect(document.activeElement).toBe(questionCard(2).getByRole('button', { name: 'Move question 2 up' }));
    await userEvent.keyboard('{Enter}');
    // At the top, only Move down is enabled.
    expect(document.activeElement).toBe(
      questionCard(1).getByRole('button', { name: 'Move question 1 down' }),
    );
    await clickButton('Publish Quiz');
    await screen.findByText('Quiz updated successfully');
    expect(saved()?.body).toMatchObject({
      questions: [
        { question: 'Third', correctAnswer: 'y' },
        { id: 1, correctAnswer: 'River' },
        { id: 2, correctAnswer: 'Boat' },
      ],
    });
    expect(Object.keys(sentQuestions()[0] ?? {})).not.toContain('id');
  });

  it('have two to four options', async () => {
    await openNewQuiz();
    expect(questionCard(1).queryByRole('button', { name: /^Remove option/ })).toBeNull();
    await press(1, 'Add Option');
    expect(document.activeElement).toBe(questionCard(1).getByLabelText('Option 3'));
    await press(1, 'Add Option');
    expect(questionCard(1).queryByRole('button', { name: 'Add Option' })).toBeNull();
    expect(questionCard(1).getAllByRole('radio')).toHaveLength(4);
    await press(1, 'Remove option 4');
    await press(1, 'Remove option 3');
    expect(questionCard(1).queryByRole('button', { name: /^Remove option/ })).toBeNull();
  });

  it('lose the correct answer when its option is removed, and keep it otherwise', async () => {
    await openNewQuiz();
    await fillInQuestion(1, 'Which?', ['a', 'b', 'c'], 2);
    await press(1, 'Remove option 1');
    expect(readQuestion(1)).toEqual({ text: 'Which?', options: ['b', 'c'], right: 0 });
    await press(1, 'Add Option');
    await press(1, 'Remove option 1');
    expect(readQuestion(1)).toMatchObject({ options: ['c', ''], right: -1 });
    await fillField(questionCard(1).getByLabelText('Option 2'), 'd');
    await clickButton('Save as Draft');
    expect(await questionCard(1).findByText('Correct answer is required')).toBeTruthy();
  });

  it('keep the correct answer while its text is edited', async () => {
    await openQuiz(api);
    await fillField(questionCard(1).getByLabelText('Option 1'), '');
    await fillField(questionCard(1).getByLabelText('Option 1'), 'A wide river');
    expect(readQuestion(1).right).toBe(0);
    await clickButton('Publish Quiz');
    await screen.findByText('Quiz updated successfully');
    expect(saved()?.body).toMatchObject({
      questions: [{ options: ['A wide river', 'Boat', 'Fish'], correctAnswer: 'A wide river' }, {}],
    });
  });

  it('use the Khmer font for Khmer text', async () => {
    await openQuiz(api);
    expect(questionCard(1).getByLabelText<HTMLInputElement>('Question').lang).toBe('km');
    expect(questionCard(1).getByLabelText<HTMLInputElement>('Option 1').lang).toBe('');
  });
});

describe('an existing quiz', () => {
  it('shows its stored values and is saved with its version', async () => {
    await openQuiz(api);
    expect(readQuestion(1)).toEqual({
      text: 'What does “ទន្លេ” mean?',
      options: ['River', 'Boat', 'Fish'],
      right: 0,
    });
    await fillField(getField('Title'), 'River words again');
    await clickButton('Publish Quiz');
    expect(await screen.findByText('Quiz updated successfully')).toBeTruthy();
    expect(saved()?.headers.get('if-match')).toBe('"4"');
    expect(saved()?.body).toMatchObject({ title: 'River words again', questions: riverQuiz.questions });
  });

  it('shows its audit log to admins', async () => {
    api.route('GET /api/audit', () => ({ body: { data: [], total: 0 } }));
    await openQuiz(api, {}, { user: { ...testTeacher, role: 'admin' } });
    await clickButton('Activity');
    await waitFor(() => expect(api.sent('GET', '/api/audit')).toHaveLength(1));
    const query = Object.fromEntries(api.sent('GET', '/api/audit')[0]?.query ?? []);
    expect(query).toMatchObject({ entity: 'quiz', entityId: '3' });
  });

  it('is unpublished only after confirmation', async () => {
    await openQuiz(api);
    await clickButton('Save as Draft');
    const dialog = await screen.findByRole('alertdialog', { name: 'Unpublish this quiz?' });
    await clickButton('Keep editing', dialog);
    expect(saved()).toBeUndefined();
    await clickButton('Save as Draft');
    await clickButton('Unpublish and save', await screen.findByRole('alertdialog'));
    await screen.findByText('Quiz updated successfully');
    expect(saved()?.body).toMatchObject({ status: 'draft' });
  });

  describe('with changes that learners do not see', () => {
    const info = { version: 3, savedAt: '2026-11-23T02:30:00.000Z', savedBy: null };
    const newQuestion = { question: 'What is ត្រី?', options: ['Fish', 'Boat'], correctAnswer: 'Fish' };
    const contents = {
      lessonId: 7,
      title: 'More river words',
      description: riverQuiz.description,
      isPractice: false,
      questions: [...riverQuiz.questions, newQuestion],
    };
    const path = '/api/quizzes/3/working-copy';

    beforeEach(() => {
      api.route(`GET ${path}`, () => ({ body: { ...info, baseVersion: 4, contents } }));
      api.route(`PUT ${path}`, () => ({ body: { ...info, version: 4, baseVersion: 4, contents } }));
      api.route(`POST ${path}/publish`, () => ({ body: riverQuiz }));
    });

    it('opens them, with new questions, and publishes them', async () => {
      await openQuiz(api, { workingCopy: info });
      expect(getField('Title').value).toBe('More river words');
      expect(readQuestion(3).text).toBe('What is ត្រី?');
      expect(screen.getByText('Changes not published')).toBeTruthy();
      await clickButton('Publish Quiz');
      await screen.findByText('Quiz updated successfully');
      expect(api.sent('PUT', path)[0]?.body).toEqual({ baseVersion: 4, contents });
      expect(api.sent('POST', `${path}/publish`)[0]?.headers.get('if-match')).toBe('"4"');
      expect(saved()).toBeUndefined();
    });

    it('compares them with what learners see', async () => {
      await openQuiz(api, { workingCopy: info });
      await clickButton('View what learners see');
      expect(await screen.findByRole('region', { name: 'New question 1' })).toBeTruthy();
    });
  });

  it('asks for confirmation on close only if there are unsaved changes', async () => {
    await openQuiz(api);
    await clickButton('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    await clickButton('Edit');
    await screen.findByRole('dialog');
    await userEvent.click(questionCard(2).getByLabelText('Option 1 is the correct answer'));
    await clickButton('Close');
    await clickButton('Stay', await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    expect(readQuestion(2).right).toBe(0);
  });

  /** The whole comparison of the stored version with the form, in the question about a conflict. */
  async function openComparison(question: HTMLElement) {
    await userEvent.click(await within(question).findByRole('button', { name: 'Compare theirs with yours' }));
    return within(question).getAllByRole('group', { name: 'Differences' }).at(-1) ?? question;
  }

  it('merges options and the correct answer that two users have changed', async () => {
    await openQuiz(api);
    await fillField(questionCard(1).getByLabelText('Option 2'), 'Ship');
    const [first, ...others] = riverQuiz.questions;
    if (first === undefined) throw new Error('River words has questions');
    const options = first.options.with(2, 'Tree');
    const theirs = {
      ...riverQuiz,
      questions: [{ ...first, options, correctAnswer: 'Tree' }, ...others],
      version: 5,
    };
    api.route('GET /api/quizzes/3', () => ({ body: theirs }));
    api.route('PATCH /api/quizzes/3', ({ headers }) =>
      headers.get('if-match') === '"4"'
        ? errorResponse(409, { message: 'Changed', code: 'stale_version' })
        : { body: riverQuiz },
    );
    await clickButton('Publish Quiz');
    const dialog = await screen.findByRole('dialog', { name: 'This quiz was changed by someone else' });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Use merged version' }));
    expect(readQuestion(1)).toMatchObject({ options: ['River', 'Ship', 'Tree'], right: 2 });
    await clickButton('Publish Quiz');
    await screen.findByText('Quiz updated successfully');
    expect(saved()?.headers.get('if-match')).toBe('"5"');
  });

  it('shows a recording that was made again as a difference', async () => {
    const [first, ...others] = riverQuiz.questions;
    const withRecording = (file: string) => {
      const recordings = [{ language: 'en' as const, text: 'River', file }];
      return { ...riverQuiz, questions: [{ ...first, recordings }, ...others] } as typeof riverQuiz;
    };
    await openQuiz(api, withRecording('river.mp3'));
    api.route('GET /api/quizzes/3', () => ({ body: { ...withRecording('again.mp3'), version: 5 } }));
    const message = 'This quiz was changed by someone else';
    api.route('PATCH /api/quizzes/3', () => errorResponse(409, { message, code: 'stale_version' }));
    await clickButton('Publish Quiz');
    const comparison = await openComparison(await screen.findByRole('dialog', { name: message }));
    const regions = within(comparison).getAllByRole('region');
    expect(regions.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Recordings of Question 1.*River.*again\.mp3.*River.*river\.mp3/),
    ]);
  });

  it('shows the differences and can be overwritten when someone else changed it', async () => {
    await openQuiz(api);
    await fillField(getField('Title'), 'Mine');
    const [first, ...others] = riverQuiz.questions;
    const theirs = [{ ...first, question: 'What is a stream?' }, ...others];
    api.route('GET /api/quizzes/3', () => ({ body: { ...riverQuiz, questions: theirs, version: 5 } }));
    const message = 'This quiz was changed by someone else';
    api.route('PATCH /api/quizzes/3', ({ headers }) =>
      headers.get('if-match') === '"4"'
        ? errorResponse(409, { message, code: 'stale_version' })
        : { body: riverQuiz },
    );
    await clickButton('Publish Quiz');
    const dialog = await screen.findByRole('dialog', { name: message });
    const comparison = await openComparison(dialog);
    const question = within(comparison).getByRole('region', { name: 'Question 1' });
    expect(question.textContent).toContain('TheirsWhat is a stream?');
    expect(within(comparison).getByRole('region', { name: 'Title' }).textContent).toContain('YoursMine');
    expect(within(dialog).queryByRole('region', { name: 'Question 2' })).toBeNull();
    expect(within(dialog).queryByRole('region', { name: 'Lesson' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Reload' })).toBeTruthy();
    await clickButton('Overwrite', dialog);
    await screen.findByText('Quiz updated successfully');
    expect(saved()?.body).toMatchObject({ title: 'Mine' });
    expect(saved()?.headers.get('if-match')).toBe('"5"');
  });

  it('can be restored from its history, which names a changed lesson', async () => {
    await openQuiz(api);
    const versions = '/api/quizzes/3/versions';
    const [savedAt, savedBy] = [riverQuiz.updatedAt, { id: 1, name: 'Sokha Chan' }];
    api.route(`GET ${versions}`, () => ({
      body: {
        data: [{ version: 2, savedAt, savedBy, action: 'updated', changedFields: ['lessonId'] }],
        next: null,
      },
    }));
    const earlier = { ...riverQuiz, lessonId: 99, title: 'Rivers' };
    api.route(`GET ${versions}/2`, () => ({ body: { ...earlier, version: 2 } }));
    await clickButton('History');
    const lesson = await screen.findByRole('region', { name: 'Lesson' });
    // It was deleted since.
    expect(lesson.textContent).toContain('Lesson No. 99');
    api.route(`POST ${versions}/2/restore`, () => ({ body: { ...earlier, version: 5 } }));
    api.route('GET /api/quizzes/3', () => ({ body: { ...earlier, version: 5 } }));
    await clickButton('Restore this version');
    await clickButton('Restore', screen.getByRole('alertdialog'));
    await waitFor(() => expect(getField('Title').value).toBe('Rivers'));
  });

  it('shows changed options, another correct answer and moved questions of someone else', async () => {
    await openQuiz(api);
    const [first, second, ...others] = riverQuiz.questions;
    if (first === undefined || second === undefined) throw new Error('River words has two questions');
    const [right = '', ...wrong] = first.options;
    const theirs = [
      second,
      { ...first, options: [right, ...wrong.slice(1), 'Tree'], correctAnswer: 'Tree' },
      ...others,
    ];
    api.route('GET /api/quizzes/3', () => ({ body: { ...riverQuiz, questions: theirs, version: 5 } }));
    api.route('PATCH /api/quizzes/3', () =>
      errorResponse(409, { message: 'Changed', code: 'stale_version' }),
    );
    await clickButton('Publish Quiz');
    const dialog = await screen.findByRole('dialog', { name: 'This quiz was changed by someone else' });
    const regions = within(await openComparison(dialog)).getAllByRole('region');
    expect(regions.map((region) => region.getAttribute('aria-label'))).toEqual([
      'Place of Question 2',
      'Options of Question 2',
      'Correct answer of Question 2',
    ]);
    expect(regions[2]?.textContent).toBe(`Correct answer of Question 2TheirsTreeYours${first.correctAnswer}`);
  });

  it('is auto-saved in the browser when a field loses focus', async () => {
    const { unmount } = await openQuiz(api);
    await fillField(questionCard(1).getByLabelText('Option 2'), 'Ship');
    await userEvent.click(questionCard(1).getByLabelText('Option 2 is the correct answer'));
    await userEvent.tab();
    expect(screen.getByText(/^Auto-saved \d\d:\d\d$/)).toBeTruthy();
    unmount();
    await openQuiz(api);
    await clickButton('Restore unsaved changes');
    expect(readQuestion(1)).toMatchObject({ options: ['River', 'Ship', 'Fish'], right: 1 });
  });
});

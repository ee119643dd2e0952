import {
  clickButton,
  errorResponse,
  type FakeApi,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeQuizApi, riverLesson } from '../testing/quiz-fixtures.ts';
import {
  chooseLesson,
  getField,
  openNewQuiz,
  openQuiz,
  questionCard,
  readQuestion,
} from '../testing/quiz-test-utils.tsx';

let api: FakeApi;
const dialog = () => screen.getByRole('dialog', { name: 'Generate from vocabulary' });
const generated = async () =>
  within(await screen.findByRole('list', { name: 'Generated questions' })).getAllByRole('checkbox');

/** Opens the generator over a new quiz and picks a lesson. */
async function generateFrom(search: string, title: string): Promise<void> {
  await openNewQuiz();
  await clickButton('Generate from vocabulary');
  await chooseLesson('Vocabulary from lesson', search, title);
}

beforeEach(() => {
  resetBrowserState();
  api = fakeQuizApi();
});

describe('questions generated from vocabulary', () => {
  it('are shown first, then added in place of the empty question, with the lesson', async () => {
    await generateFrom('river', 'The river');
    expect(await generated()).toHaveLength(3);
    await clickButton('Add 3 questions');
    expect(screen.queryByRole('dialog', { name: 'Generate from vocabulary' })).toBeNull();
    expect(screen.getByText('3 questions added')).toBeTruthy();
    expect(getField('Lesson').value).toBe('The river');
    const first = readQuestion(1);
    expect(first.text).toBe('How do you say “River” in Khmer?');
    expect(first.options.toSorted()).toEqual(['ទន្លេ', 'ទូក', 'ត្រី', 'ភ្លៀង'].toSorted());
    expect(first.options[first.right]).toBe('ទន្លេ');
    expect(readQuestion(3).text).toBe('How do you say “Fish” in Khmer?');
  });

  it.each([
    ['Khmer to English', 'What does “ទន្លេ” mean?', 'River'],
    ['Pronunciation to English', 'What does [tun-lee] mean?', 'River'],
  ])('can ask %s', async (direction, text, answer) => {
    await generateFrom('river', 'The river');
    await generated();
    await selectOption('Direction', direction);
    await clickButton('Add 3 questions');
    const first = readQuestion(1);
    expect(first.text).toBe(text);
    expect(first.options[first.right]).toBe(answer);
  });

  it('can ask in Khmer', async () => {
    await generateFrom('river', 'The river');
    await generated();
    await selectOption('Language of the questions', 'Khmer');
    await clickButton('Add 3 questions');
    expect(readQuestion(1).text).toBe('តើ «River» ជាភាសាខ្មែរថាដូចម្ដេច?');
  });

  it('are listed unchecked if the quiz already has them', async () => {
    await generateFrom('river', 'The river');
    await generated();
    await userEvent.click(within(dialog()).getByRole('checkbox', { name: /Boat/ }));
    await clickButton('Add 2 questions');
    await clickButton('Generate from vocabulary');
    expect((await generated()).map((box) => (box as HTMLInputElement).checked)).toEqual([false, true, false]);
    expect(screen.getByText('One question for each word. 2 are already in the quiz.')).toBeTruthy();
    await clickButton('Add 1 question');
    expect(readQuestion(3).text).toBe('How do you say “Boat” in Khmer?');
  });

  it('come from the selected section and are added to the existing questions, except the unchecked ones', async () => {
    await openQuiz(api);
    await clickButton('Generate from vocabulary');
    expect(await generated()).toHaveLength(3);
    await selectOption('Section', 'More words (1 entry)');
    expect(await generated()).toHaveLength(1);
    await selectOption('Section', 'Key words (3 entries)');
    await userEvent.click(screen.getByRole('checkbox', { name: 'How do you say “Boat” in Khmer?' }));
    await clickButton('Add 2 questions');
    expect(screen.getByText('Questions (4)')).toBeTruthy();
    expect(readQuestion(2).text).toBe('What does “ទូក” mean?');
    expect(readQuestion(4).text).toBe('How do you say “Fish” in Khmer?');
  });

  it('are edited and saved like any other', async () => {
    await openQuiz(api);
    await clickButton('Generate from vocabulary');
    await generated();
    await clickButton('Add 3 questions');
    await userEvent.type(questionCard(3).getByLabelText('Question'), ' Think!');
    await clickButton('Publish Quiz');
    await screen.findByText('Quiz updated successfully');
    expect(api.sent('PATCH', '/api/quizzes/3')[0]?.body).toMatchObject({
      questions: [{ id: 1 }, { id: 2 }, { question: 'How do you say “River” in Khmer? Think!' }, {}, {}],
    });
  });

  it('are heard, from the words that have a recording', async () => {
    const [talk, words, more] = riverLesson.sections;
    const recordings = [
      { language: 'km' as const, text: 'ទន្លេ', file: 'river.mp3' },
      { language: 'km' as const, text: 'ទូក', file: 'boat.mp3' },
    ];
    api.route('GET /api/lessons/7', () => ({
      body: { ...riverLesson, sections: [talk, { ...words, recordings }, more] },
    }));
    await generateFrom('river', 'The river');
    await generated();
    await selectOption('Kind', 'Listening');
    expect(await generated()).toHaveLength(2);
    expect(screen.getByText('1 entry was skipped: it has no recording.')).toBeTruthy();
    expect(within(dialog()).getByRole('button', { name: 'Play “ទូក”' })).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: /^What do you hear.*ទូក/ }));
    await clickButton('Add 1 question');
    const first = readQuestion(1);
    expect(first.text).toBe('What do you hear?');
    expect(first.options[first.right]).toBe('ទន្លេ');
    expect(questionCard(1).queryByText(/needs a recording/)).toBeNull();
    await clickButton('Generate from vocabulary');
    await selectOption('Kind', 'Listening');
    expect((await generated()).map((box) => (box as HTMLInputElement).checked)).toEqual([false, true]);
  });

  it('cannot be heard when no word has a recording in the language; a notice explains why', async () => {
    await generateFrom('river', 'The river');
    await generated();
    await selectOption('Kind', 'Listening');
    expect(await screen.findByText(/No Khmer word of this section has a recording/)).toBeTruthy();
    await selectOption('What is said', 'English');
    expect(await screen.findByText(/No English word of this section has a recording/)).toBeTruthy();
  });

  it('cannot be generated from a lesson with one word; a notice explains why', async () => {
    await generateFrom('weather', 'The weather');
    expect(await screen.findByText('No questions can be generated from this section')).toBeTruthy();
    expect(screen.getByText(/at least two entries/)).toBeTruthy();
    expect(
      within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Add 0 questions' }).disabled,
    ).toBe(true);
  });

  it('cannot be generated from a lesson without vocabulary; a notice explains why', async () => {
    await generateFrom('talk', 'Small talk');
    expect(await screen.findByText('This lesson has no vocabulary')).toBeTruthy();
  });

  it('show an error and a retry button when the lesson cannot be loaded', async () => {
    api.route('GET /api/lessons/7', () => errorResponse(503, { message: 'Not now' }));
    await generateFrom('river', 'The river');
    expect(await screen.findByText('The lesson could not be loaded')).toBeTruthy();
    api.route('GET /api/lessons/7', () => ({ body: riverLesson }));
    await clickButton('Try again');
    expect(await generated()).toHaveLength(3);
  });
});

import { type FakeMicrophone, fakeMicrophone } from '@khmer-learning/console-kit/testing';
import { clickButton, type FakeApi, fillField } from '@khmer-learning/console-sdk/testing';
import type { Recording } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeQuizApi, riverQuiz } from '../testing/quiz-fixtures.ts';
import { openQuiz, questionCard } from '../testing/quiz-test-utils.tsx';

let api: FakeApi;
let microphone: FakeMicrophone;
let isServerWorking: boolean;

beforeEach(() => {
  api = fakeQuizApi();
  microphone = fakeMicrophone();
  isServerWorking = true;
  api.route('POST /api/recordings', () =>
    isServerWorking
      ? {
          status: 201,
          body: {
            data: { url: '/uploads/clip.mp3', filename: 'clip.mp3', durationMs: 400 },
            message: 'Uploaded',
          },
        }
      : { status: 422, body: { code: 'x', message: 'Recording is damaged', requestId: 'r-1' } },
  );
});

const question = (recordings?: Recording[]) => ({
  id: 1,
  question: 'What is water?',
  options: ['ទឹក', 'បាយ', 'ត្រី'],
  correctAnswer: 'ទឹក',
  ...(recordings ? { recordings } : {}),
});
const open = (changes: object) => openQuiz(api, { ...riverQuiz, questions: [changes] } as typeof riverQuiz);
const dialog = () => screen.findByRole('dialog', { name: /^Recording of/ });

async function record(name: string): Promise<void> {
  await clickButton(name);
  await clickButton('Record', await dialog());
  await within(await dialog()).findByRole('meter');
  await microphone.speak(400);
  await clickButton('Stop', await dialog());
  await clickButton('Done', await dialog());
}

async function savedQuestion(): Promise<unknown> {
  await clickButton('Publish Quiz');
  await waitFor(() => expect(api.sent('PATCH', `/api/quizzes/${riverQuiz.id}`)).toHaveLength(1));
  const body = api.sent('PATCH', `/api/quizzes/${riverQuiz.id}`)[0]?.body as
    | { questions: unknown[] }
    | undefined;
  return body?.questions[0];
}

it('records a question and its options in both languages', async () => {
  await open(question());
  await record('Record “ទឹក” in Khmer');
  await record('Record “What is water?” in English');
  await screen.findByRole('button', { name: 'Recording of “What is water?” in English' });
  await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull());
  expect(await axeViolations(screen.getByRole('group', { name: /^Options/ }))).toEqual([]);
  expect(await savedQuestion()).toMatchObject({
    recordings: [
      { language: 'en', text: 'What is water?', file: 'clip.mp3' },
      { language: 'km', text: 'ទឹក', file: 'clip.mp3' },
    ],
  });
});

it('keeps the recordings of the other options when one is removed, also of one with the same text', async () => {
  const recordings: Recording[] = [
    { language: 'km', text: 'ទឹក', file: 'water.mp3' },
    { language: 'km', text: 'បាយ', file: 'rice.mp3' },
    { language: 'km', text: 'ត្រី', file: 'fish.mp3' },
  ];
  await open(question(recordings));
  await userEvent.click(questionCard(1).getByRole('button', { name: 'Remove option 2' }));
  expect(screen.queryByText(/no longer here/)).toBeNull();
  await userEvent.keyboard('{Control>}z{/Control}');
  await screen.findByRole('button', { name: 'Recording of “បាយ” in Khmer' });
  await userEvent.click(questionCard(1).getByRole('button', { name: 'Remove option 2' }));
  expect(await savedQuestion()).toMatchObject({ recordings: [recordings[0], recordings[2]] });
});

it('marks the recording of another text as outdated', async () => {
  await open(question([{ language: 'en', text: 'What is water?', file: 'water.mp3' }]));
  await fillField(questionCard(1).getByLabelText('Question'), 'Which is water?');
  expect(
    await screen.findByRole('button', { name: 'Outdated recording of “Which is water?” in English' }),
  ).toBeTruthy();
});

it('can be published once the answer of a listening question is recorded', async () => {
  await open({ ...question(), kind: 'listening', options: [], correctAnswer: 'ទឹក' });
  expect(
    questionCard(1).getByText('A listening question needs a recording of its correct answer'),
  ).toBeTruthy();
  await record('Record “ទឹក” in Khmer');
  await waitFor(() => expect(questionCard(1).queryByText(/needs a recording/)).toBeNull());
});

it('cannot be saved without the recordings that were refused, until they are sent again or discarded', async () => {
  isServerWorking = false;
  await open(question());
  await record('Record “What is water?” in English');
  await screen.findByText('1 recording could not be uploaded. Recording is damaged');
  expect(screen.getByRole('button', { name: 'Publish Quiz' })).toHaveProperty('disabled', true);
  isServerWorking = true;
  await clickButton('Send again');
  await screen.findByRole('button', { name: 'Recording of “What is water?” in English' });
  expect(screen.getByRole('button', { name: 'Publish Quiz' })).toHaveProperty('disabled', false);
});

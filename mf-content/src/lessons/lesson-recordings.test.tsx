import { type FakeMicrophone, fakeMicrophone } from '@khmer-learning/console-kit/testing';
import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeWritableContentApi, getField, openLesson } from '../testing/lesson-test-utils.tsx';

const vocabulary = {
  title: 'Key words',
  content: 'Rice [baay] : បាយ\nWater [teuk] : ទឹក',
  html: null,
  ops: null,
};
const water = { language: 'en' as const, text: 'water', file: 'water.mp3' };

let api: FakeApi;
let microphone: FakeMicrophone;
/** Answer the uploads that wait, oldest first. */
let answers: ((status?: number) => void)[];

beforeEach(() => {
  resetBrowserState();
  microphone = fakeMicrophone();
  api = fakeWritableContentApi();
  answers = [];
  api.route(
    'POST /api/recordings',
    () =>
      new Promise((resolve) => {
        const filename = `clip${answers.length + 1}.mp3`;
        const body = {
          data: { url: `/uploads/${filename}`, filename, durationMs: 400 },
          message: 'Uploaded',
        };
        answers.push((status = 201) =>
          resolve(
            status === 201 ? { status, body } : errorResponse(status, { message: 'Recording is damaged' }),
          ),
        );
      }),
  );
});

async function answer(number: number, status?: number): Promise<void> {
  await waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(number));
  await act(async () => answers[number - 1]?.(status));
}

const dialog = () => screen.findByRole('dialog', { name: /^Recording of/ });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const word = (number: number) => screen.getAllByLabelText<HTMLInputElement>('English Word')[number - 1];
const savedSections = () => {
  const body = api.sent('PATCH', '/api/lessons/7').at(-1)?.body as { sections?: unknown[] } | undefined;
  return body?.sections;
};
const undo = () => userEvent.keyboard('{Control>}z{/Control}');

async function record(name: string): Promise<void> {
  await clickButton(name);
  await clickButton('Record', await dialog());
  await within(await dialog()).findByRole('meter');
  await microphone.speak(400);
  await clickButton('Stop', await dialog());
  await clickButton('Done', await dialog());
}

async function setWord(number: number, text: string): Promise<void> {
  const input = word(number);
  if (input) await fillField(input, text);
}

it('records a row in both languages, waits for the uploads and saves them in the order of the rows', async () => {
  await openLesson(api, { sections: [vocabulary] });
  await record('Record “ទឹក” in Khmer');
  await record('Record “Rice” in English');
  expect(await screen.findByText(/^Uploading 2 recordings/)).toBeTruthy();
  expect(await axeViolations(screen.getByRole('group', { name: 'Entry 2' }))).toEqual([]);
  expect(await button('Publish Lesson')).toHaveProperty('disabled', true);
  await answer(1);
  await answer(2);
  await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull());
  await clickButton('Publish Lesson');
  await waitFor(() =>
    expect(savedSections()).toMatchObject([
      {
        recordings: [
          { language: 'en', text: 'Rice', file: 'clip2.mp3' },
          { language: 'km', text: 'ទឹក', file: 'clip1.mp3' },
        ],
      },
    ]),
  );
});

it('keeps the recording of a word that is spelled differently, and marks that of another word as outdated', async () => {
  await openLesson(api, { sections: [{ ...vocabulary, recordings: [water] }] });
  await setWord(2, 'WATER ');
  expect(await button('Recording of “WATER” in English')).toBeTruthy();
  await setWord(2, 'Lake');
  expect(await button('Outdated recording of “Lake” in English')).toBeTruthy();
  expect(await button('Record “Rice” in English')).toBeTruthy();
  await setWord(2, 'water');
  expect(await button('Recording of “water” in English')).toBeTruthy();
});

it('takes the recordings of a deleted row with it, and brings them back with the row in one step', async () => {
  await openLesson(api, { sections: [{ ...vocabulary, recordings: [water] }] });
  await clickButton('Delete entry 2');
  expect(screen.queryByText(/texts that are no longer here/)).toBeNull();
  await undo();
  expect(await button('Recording of “Water” in English')).toBeTruthy();
  expect(await button('Redo')).toHaveProperty('disabled', false);
  expect(await button('Undo')).toHaveProperty('disabled', true);
  await clickButton('Redo');
  await clickButton('Publish Lesson');
  await waitFor(() => expect(savedSections()).toEqual([{ ...vocabulary, content: 'Rice [baay] : បាយ' }]));
});

it('undoes a recording apart from what was typed while it was uploaded, and is unchanged again then', async () => {
  await openLesson(api, { sections: [vocabulary] });
  await record('Record “Rice” in English');
  await userEvent.type(getField('Title'), '!');
  await answer(1);
  expect(await button('Recording of “Rice” in English')).toBeTruthy();
  await undo();
  expect(await button('Record “Rice” in English')).toBeTruthy();
  expect(getField('Title').value).toMatch(/!$/);
  await undo();
  await clickButton('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('finds its section again when this is removed and brought back during the upload', async () => {
  await openLesson(api, {
    sections: [vocabulary, { ...vocabulary, title: 'Words', content: 'Tea [tae] : តែ' }],
  });
  await record('Record “Tea” in English');
  await clickButton('Remove section 2');
  await clickButton('Remove section', await screen.findByRole('alertdialog'));
  await undo();
  await answer(1);
  expect(await button('Recording of “Tea” in English')).toBeTruthy();
});

it('does not lose a recording silently whose section was removed or that was refused', async () => {
  await openLesson(api, {
    sections: [vocabulary, { ...vocabulary, title: 'Words', content: 'Tea [tae] : តែ' }],
  });
  await record('Record “Tea” in English');
  await clickButton('Remove section 2');
  await clickButton('Remove section', await screen.findByRole('alertdialog'));
  await answer(1);
  await screen.findByText('1 recording could not be uploaded. Its text is no longer in the form.');
  expect(await button('Publish Lesson')).toHaveProperty('disabled', true);
  await clickButton('Close');
  await clickButton('Stay', await screen.findByRole('alertdialog'));
  await clickButton('Discard');
  expect(await button('Publish Lesson')).toHaveProperty('disabled', false);
  await record('Record “Rice” in English');
  await answer(2, 422);
  await screen.findByText('1 recording could not be uploaded. Recording is damaged');
  await clickButton('Send again');
  await answer(3);
  expect(await button('Recording of “Rice” in English')).toBeTruthy();
});

it('comes with a section that is duplicated', async () => {
  await openLesson(api, { sections: [{ ...vocabulary, recordings: [water] }] });
  await clickButton('Duplicate section 1');
  expect(await screen.findAllByRole('button', { name: 'Recording of “Water” in English' })).toHaveLength(2);
});

import {
  clickButton,
  errorResponse,
  type FakeApi,
  fakeApi,
  fillField,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { type Recording, recordingLanguages } from '@khmer-learning/contracts';
import { TextInput } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm, useWatch } from 'react-hook-form';
import { EditDialog } from '../items/item-editor.tsx';
import { type FakeMicrophone, fakeMicrophone, soundFile } from '../testing/fake-microphone.ts';
import { useUndoHistory } from '../undo/undo-history.tsx';
import { RecordingButtons } from './recording-buttons.tsx';
import { RecordingUploadStatus, useRecordingTarget, useRecordingUploads } from './recording-uploads.tsx';
import type { RecordableRow } from './row-recordings.ts';
import { useRowRecordings } from './row-recordings.ts';
import { UnassignedRecordings } from './unassigned-recordings.tsx';

interface Values {
  words: { en: string; km: string }[];
  recordings: Recording[];
}

const toRows = (words: Values['words']): RecordableRow[] =>
  words.map((texts, index) => ({ id: String(index), texts }));

let initial: Values;
let closed: jest.Mock;
let max = 10;

function Words({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  const { control, getValues, setValue, register } = form;
  const [words, recordings] = useWatch({ control, name: ['words', 'recordings'] });
  const target = useRecordingTarget({
    label: 'Words',
    index: 0,
    getRows: () => toRows(getValues('words')),
    getRecordings: () => getValues('recordings'),
    setRecordings: (next) => setValue('recordings', [...next], { shouldDirty: true }),
    max,
  });
  const found = useRowRecordings(toRows(words), recordings);
  return (
    <>
      {words.map((texts, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words are never moved
        <div key={index}>
          {recordingLanguages.map((language) => (
            <TextInput
              key={language}
              aria-label={`${language} ${index + 1}`}
              {...register(`words.${index}.${language}`)}
            />
          ))}
          <RecordingButtons target={target} texts={texts} recorded={found.byRow.get(String(index))} />
        </div>
      ))}
      <UnassignedRecordings target={target} recordings={found.unassigned} />
      <p data-testid="stored">{recordings.map(({ text, file }) => `${text}=${file}`).join(' ')}</p>
    </>
  );
}

function WordForm() {
  const form = useForm<Values>({ defaultValues: initial });
  const undoHistory = useUndoHistory(form);
  const { uploads, clips, wrapWithProvider } = useRecordingUploads();
  return (
    <EditDialog
      title="Words"
      dirty={form.formState.isDirty || clips.length > 0}
      undoHistory={undoHistory}
      onClose={closed}
      footer={<RecordingUploadStatus uploads={uploads} />}
    >
      {wrapWithProvider(<Words form={form} />)}
    </EditDialog>
  );
}

let api: FakeApi;
let microphone: FakeMicrophone;
/** The server has received a recording, and answers when these are called. */
let answers: ((status: number) => void)[];

beforeEach(() => {
  resetBrowserState();
  microphone = fakeMicrophone();
  closed = jest.fn();
  max = 10;
  initial = {
    words: [
      { en: 'rice', km: 'បាយ' },
      { en: 'water', km: 'ទឹក' },
    ],
    recordings: [],
  };
  answers = [];
  api = fakeApi({
    'POST /api/recordings': () =>
      new Promise((resolve) => {
        const number = answers.length + 1;
        answers.push((status) =>
          resolve(
            status === 201
              ? {
                  status,
                  body: {
                    data: {
                      url: `/uploads/clip${number}.mp3`,
                      filename: `clip${number}.mp3`,
                      durationMs: 400,
                    },
                    message: 'Uploaded',
                  },
                }
              : errorResponse(status, { message: 'Recording is damaged' }),
          ),
        );
      }),
  });
});

/** The server answers the recording that it received as the `number`th. */
async function answer(number: number, status = 201): Promise<void> {
  await waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(number));
  await act(async () => answers[number - 1]?.(status));
}

const dialog = () => screen.findByRole('dialog', { name: /^Recording of/ });
const sentFiles = () => api.sent('POST', '/api/recordings').map(({ body }) => body as { file: File });
const stored = () => screen.getByTestId('stored').textContent;
const findButton = (name: string) => screen.findByRole('button', { name });

async function record(name: string, ms = 400): Promise<void> {
  await clickButton(name);
  await clickButton(/^Record/, await dialog());
  await within(await dialog()).findByRole('meter');
  await microphone.speak(ms);
  await clickButton('Stop', await dialog());
}

describe('recording a text', () => {
  it('records, shows the level, trims the silence, uploads and plays it', async () => {
    renderView(WordForm, 'words');
    await clickButton('Record “rice” in English');
    const open = within(await dialog());
    await waitFor(() => expect(document.activeElement).toBe(open.getByRole('button', { name: 'Record' })));
    await userEvent.keyboard('{Enter}');
    const meter = await open.findByRole('meter', { name: 'Microphone level' });
    await microphone.waitInSilence(500);
    expect(meter.getAttribute('aria-valuenow')).toBe('0');
    await microphone.speak(400);
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(microphone.isOpen).toBe(false);
    expect(open.getByText('Uploading the recording')).toBeTruthy();
    await answer(1);
    await clickButton('Play “rice” in English', await dialog());
    await clickButton('Done', await dialog());
    expect(document.activeElement).toBe(await findButton('Recording of “rice” in English'));
    expect(stored()).toBe('rice=clip1.mp3');
    const { file } = sentFiles()[0] ?? {};
    // 16 kHz, 16 bits: 400 ms, and at most 100 ms around it.
    expect((file?.size ?? 0) - 44).toBeGreaterThanOrEqual(0.4 * 32_000);
    expect((file?.size ?? 0) - 44).toBeLessThanOrEqual(0.5 * 32_000);
  });

  it('replaces a recording by the next take, and undoes each', async () => {
    renderView(WordForm, 'words');
    await record('Record “rice” in English');
    await answer(1);
    await clickButton('Record again', await dialog());
    await within(await dialog()).findByRole('meter');
    await microphone.speak(600);
    await clickButton('Stop', await dialog());
    await answer(2);
    await clickButton('Done', await dialog());
    expect(stored()).toBe('rice=clip2.mp3');
    await clickButton('Undo');
    expect(stored()).toBe('rice=clip1.mp3');
    await clickButton('Undo');
    expect(stored()).toBe('');
    expect(await findButton('Record “rice” in English')).toBeTruthy();
  });

  it('starts once and stops once with a key that is held down', async () => {
    renderView(WordForm, 'words');
    await clickButton('Record “rice” in English');
    const open = within(await dialog());
    await waitFor(() => expect(document.activeElement).toBe(open.getByRole('button', { name: 'Record' })));
    await userEvent.keyboard('{Enter>3/}');
    await open.findByRole('meter');
    await microphone.speak(400);
    await userEvent.keyboard('{Enter>4/}');
    expect(await open.findByText('Uploading the recording')).toBeTruthy();
    expect(microphone.isOpen).toBe(false);
    await waitFor(() => expect(sentFiles()).toHaveLength(1));
  });

  it('uploads a chosen sound file as WAV, and says why another file is not taken', async () => {
    renderView(WordForm, 'words');
    await clickButton('Record “ទឹក” in Khmer');
    const choose = async (file: File) => {
      const input = (await dialog()).querySelector('input[type="file"]');
      if (input) fireEvent.change(input, { target: { files: [file] } });
    };
    await choose(new File(['no sound'], 'word.mp3'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This file is not a sound/);
    await choose(soundFile(0));
    await screen.findByText('There is nothing to hear in this file.');
    await choose(soundFile(300, 'word.m4a'));
    await answer(1);
    await waitFor(() => expect(stored()).toBe('ទឹក=clip1.mp3'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['NotAllowedError', /not allowed.*Allow it in the browser/],
    ['NotFoundError', /No microphone was found/],
    ['NotReadableError', /Close other programs/],
  ])('says what to do after %s, and records when it is possible', async (name, text) => {
    microphone.failWith(name);
    renderView(WordForm, 'words');
    await clickButton('Record “rice” in English');
    await clickButton('Record', await dialog());
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(await axeViolations()).toEqual([]);
    microphone.failWith(null);
    await clickButton('Record', await dialog());
    await within(await dialog()).findByRole('meter');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that a browser without microphones cannot record', async () => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
    renderView(WordForm, 'words');
    await clickButton('Record “rice” in English');
    await clickButton('Record', await dialog());
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This browser cannot record/);
  });

  it('does not take silence for a recording, and keeps what was said before the microphone was unplugged', async () => {
    renderView(WordForm, 'words');
    await clickButton('Record “rice” in English');
    await clickButton('Record', await dialog());
    await within(await dialog()).findByRole('meter');
    await microphone.waitInSilence(800);
    await clickButton('Stop', await dialog());
    await screen.findByText(/^Nothing was heard/);
    await clickButton('Record', await dialog());
    await within(await dialog()).findByRole('meter');
    await microphone.speak(400);
    await microphone.unplug();
    await screen.findByText(/^The microphone was disconnected/);
    await answer(1);
    await waitFor(() => expect(stored()).toBe('rice=clip1.mp3'));
  });

  it('ends after the longest time that the server takes', async () => {
    renderView(WordForm, 'words');
    await clickButton('Record “rice” in English');
    await clickButton('Record', await dialog());
    await within(await dialog()).findByRole('meter');
    await microphone.speak(61_000);
    await screen.findByText('The recording has ended: it can have at most 60 seconds.');
    await answer(1);
    const { file } = sentFiles()[0] ?? {};
    expect(file?.size).toBeLessThanOrEqual(44 + 60 * 32_000);
  });

  it('closes the microphone with the dialog', async () => {
    renderView(WordForm, 'words');
    await clickButton('Record “rice” in English');
    await clickButton('Record', await dialog());
    await within(await dialog()).findByRole('meter');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Recording of/ })).toBeNull());
    expect(microphone.isOpen).toBe(false);
    expect(api.sent('POST', '/api/recordings')).toEqual([]);
  });
});

describe('the recording of a text that has one', () => {
  const recorded: Recording = { language: 'en', text: 'water', file: 'clip9.mp3' };

  beforeEach(() => {
    initial.recordings = [recorded];
  });

  it('stays that of another spelling, and is stale for another word', async () => {
    renderView(WordForm, 'words');
    await fillField(screen.getByLabelText('en 2'), ' Water');
    expect(await findButton('Recording of “Water” in English')).toBeTruthy();
    await fillField(screen.getByLabelText('en 2'), 'lake');
    // Not of the first word, which has none either.
    expect(await findButton('Record “rice” in English')).toBeTruthy();
    await clickButton('Outdated recording of “lake” in English');
    const open = within(await dialog());
    expect(open.getByText('This is the recording of “water”')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await clickButton('Keep for “lake”', await dialog());
    await clickButton('Done', await dialog());
    expect(await findButton('Recording of “lake” in English')).toBeTruthy();
    expect(stored()).toBe('lake=clip9.mp3');
  });

  it('is replaced when its new word is recorded', async () => {
    renderView(WordForm, 'words');
    await fillField(screen.getByLabelText('en 2'), 'lake');
    await record('Outdated recording of “lake” in English');
    await answer(1);
    await waitFor(() => expect(stored()).toBe('lake=clip1.mp3'));
  });

  it('can be deleted, with an offer to undo it', async () => {
    renderView(WordForm, 'words');
    await clickButton('Recording of “water” in English');
    await clickButton('Delete recording', await dialog());
    expect(stored()).toBe('');
    const toasts = within(await screen.findByRole('region', { name: /Notifications/, hidden: true }));
    expect(toasts.getByText('Recording of “water” deleted')).toBeTruthy();
    await userEvent.click(toasts.getByText('Undo'));
    expect(stored()).toBe('water=clip9.mp3');
  });

  it('is listed below the words when its word is gone, and can be deleted there', async () => {
    initial.words = [
      { en: 'rice', km: '' },
      { en: 'salt', km: '' },
    ];
    renderView(WordForm, 'words');
    await screen.findByText('1 recording of texts that are no longer here');
    expect(await axeViolations()).toEqual([]);
    await clickButton('Delete the recording of “water”');
    expect(stored()).toBe('');
  });

  it('has no room when there are as many as there can be', async () => {
    max = 1;
    renderView(WordForm, 'words');
    await clickButton('Record “rice” in English');
    expect(within(await dialog()).getByText(/^There can be at most 1 recordings here/)).toBeTruthy();
    expect(within(await dialog()).queryByRole('button', { name: 'Record' })).toBeNull();
  });

  it('cannot be recorded without a text', async () => {
    renderView(WordForm, 'words');
    await fillField(screen.getByLabelText('km 1'), ' ');
    expect(await findButton('Write the text in Khmer before you record it')).toHaveProperty('disabled', true);
  });
});

describe('recordings that are not uploaded yet', () => {
  it('are announced in the footer, and the form does not close without a question', async () => {
    renderView(WordForm, 'words');
    await record('Record “rice” in English');
    await clickButton('Done', await dialog());
    expect(screen.getByText(/^Uploading 1 recording\. /)).toBeTruthy();
    expect(await findButton('Recording of “rice” in English, uploading')).toBeTruthy();
    await clickButton('Close');
    await clickButton('Stay', await screen.findByRole('alertdialog'));
    expect(closed).not.toHaveBeenCalled();
    await answer(1);
    await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull());
  });

  it('can be sent again or discarded when the server refuses them', async () => {
    renderView(WordForm, 'words');
    await record('Record “rice” in English');
    await answer(1, 415);
    await clickButton('Done', await dialog());
    expect(screen.getByText('1 recording could not be uploaded. Recording is damaged')).toBeTruthy();
    await clickButton('Recording of “rice” in English, not uploaded');
    expect(await axeViolations()).toEqual([]);
    await clickButton('Send again', await dialog());
    await answer(2, 415);
    await clickButton('Discard', await dialog());
    await clickButton('Done', await dialog());
    expect(await findButton('Record “rice” in English')).toBeTruthy();
    expect(screen.queryByText(/could not be uploaded/)).toBeNull();
  });

  it('are sent again by themselves when the connection is back', async () => {
    let isOnline = false;
    api.route('POST /api/recordings', () => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return {
        status: 201,
        body: { data: { url: '/uploads/a.mp3', filename: 'a.mp3', durationMs: 400 }, message: 'Uploaded' },
      };
    });
    renderView(WordForm, 'words');
    await record('Record “rice” in English');
    await screen.findByText(/^1 recording could not be sent yet/);
    isOnline = true;
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(stored()).toBe('rice=a.mp3'));
  });

  it('become stale ones of their text when it is changed meanwhile', async () => {
    renderView(WordForm, 'words');
    await record('Record “rice” in English');
    await clickButton('Done', await dialog());
    await fillField(screen.getByLabelText('en 1'), 'fish');
    await answer(1);
    await waitFor(() => expect(stored()).toBe('rice=clip1.mp3'));
  });
});

it('speaks Khmer', async () => {
  initial.recordings = [{ language: 'km', text: 'បាយ', file: 'clip9.mp3' }];
  renderView(WordForm, 'words', { language: 'km' });
  await userEvent.click(await findButton('សំឡេងថត «បាយ» ជាភាសាខ្មែរ'));
  expect(await screen.findByRole('dialog', { name: 'សំឡេងថតរបស់ «បាយ»' })).toBeTruthy();
});

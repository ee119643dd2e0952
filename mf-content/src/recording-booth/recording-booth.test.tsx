import {
  type RecordableRow,
  useClips,
  useRecordingTarget,
  useRecordingUploads,
  useRecordingUploadsContext,
} from '@khmer-learning/console-kit';
import { type FakeMicrophone, fakeAudio, fakeMicrophone } from '@khmer-learning/console-kit/testing';
import {
  clickButton,
  errorResponse,
  type FakeApi,
  type FakeResponse,
  fakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { Recording } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BoothButton } from './booth-button.tsx';

interface Word {
  en: string;
  km: string;
  phonemic?: string;
}

const rice: Word = { en: 'rice', km: 'បាយ', phonemic: 'bay' };
const water: Word = { en: 'water', km: 'ទឹក', phonemic: 'tuk' };
const fish: Word = { en: 'fish', km: 'ត្រី', phonemic: 'trey' };

let sections: { words: Word[]; recordings: Recording[] }[];
let max: number;
/** What is recorded, by section. */
let stored: readonly (readonly Recording[])[];

function Section({ index }: { index: number }) {
  const { words, recordings: initial } = sections[index] ?? { words: [], recordings: [] };
  const [recordings, setRecordings] = useState<readonly Recording[]>(initial);
  stored = Object.assign([...stored], { [index]: recordings });
  const rows: readonly RecordableRow[] = words.map(({ en, km, phonemic }, place) => ({
    id: String(place),
    texts: { en, km },
    phonemic,
  }));
  useRecordingTarget({
    label: `Section ${index + 1}`,
    index,
    getRows: () => rows,
    getRecordings: () => stored[index],
    setRecordings: (next) => {
      stored = Object.assign([...stored], { [index]: next });
      setRecordings(next);
    },
    max,
  });
  return null;
}

function Buttons() {
  const uploads = useRecordingUploadsContext();
  return (
    <>
      <p>{`${useClips(uploads).length} unsent`}</p>
      <BoothButton label="Record all words" getTargets={uploads.getTargets} />
    </>
  );
}

function Lesson() {
  const { wrapWithProvider } = useRecordingUploads();
  return wrapWithProvider(
    <>
      {sections.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections are never moved
        <Section key={index} index={index} />
      ))}
      <Buttons />
    </>,
  );
}

let api: FakeApi;
let microphone: FakeMicrophone;
let played: readonly string[];
/** How the server answers a recording. */
let answer: () => FakeResponse | Promise<FakeResponse>;

beforeEach(() => {
  resetBrowserState();
  microphone = fakeMicrophone();
  played = fakeAudio();
  sections = [{ words: [rice, water, fish], recordings: [] }];
  stored = [];
  max = 10;
  answer = () => {
    const name = `clip${api.sent('POST', '/api/recordings').length}.mp3`;
    const data = { url: `/uploads/${name}`, filename: name, durationMs: 400 };
    return { status: 201, body: { data, message: 'Uploaded' } };
  };
  api = fakeApi({ 'POST /api/recordings': () => answer() });
});

const booth = () => screen.findByRole('dialog', { name: 'Record words' });
const press = (keys: string) => userEvent.keyboard(keys);
/** A tone of 400 ms, after which the word has ended. */
const say = async () => {
  await microphone.speak(400);
  await microphone.waitInSilence(300);
};
const shown = () => within(screen.getByRole('dialog', { name: 'Record words' }));
const findWord = (text: string) =>
  waitFor(() =>
    expect(
      shown().getByRole('group', { name: 'Word to read aloud' }).querySelector('[aria-live]')?.firstChild
        ?.textContent,
    ).toBe(text),
  );
const findStatus = (text: string) =>
  waitFor(() =>
    expect(
      shown()
        .getAllByRole('status')
        .some((status) => status.textContent === text),
    ).toBe(true),
  );
const recordedTexts = (section = 0) => stored[section]?.map(({ language, text }) => `${language} ${text}`);
const sentMilliseconds = () =>
  api
    .sent('POST', '/api/recordings')
    // 16 kHz, 16 bits.
    .map(({ body }) => ((body as { file: File }).file.size - 44) / 32);

async function openBooth(...choices: string[]): Promise<void> {
  renderView(Lesson, 'lessons');
  await clickButton('Record all words');
  await booth();
  for (const choice of choices) await userEvent.click(await screen.findByRole('radio', { name: choice }));
}

async function start(...choices: string[]): Promise<void> {
  await openBooth(...choices);
  await clickButton('Start');
  await findStatus('Read the word aloud');
}

describe('reading words aloud', () => {
  it('moves on with each silence, and uploads each word as the recording of its text', async () => {
    await start('Khmer');
    await findWord('បាយ');
    expect(shown().getByText('Section 1 · Khmer · 1 of 3')).toBeTruthy();
    expect(shown().getByText('[bay]')).toBeTruthy();
    expect(shown().getByText('បាយ').lang).toBe('km');
    expect(await axeViolations()).toEqual([]);
    await say();
    await findWord('ទឹក');
    await say();
    await findWord('ត្រី');
    expect(shown().getByRole('progressbar', { name: '2 of 3 recorded' })).toBeTruthy();
    await say();
    expect(await screen.findByRole('heading', { name: '3 of 3 words recorded' })).toBeTruthy();
    expect(microphone.isOpen).toBe(false);
    await waitFor(() => expect(recordedTexts()).toEqual(['km បាយ', 'km ទឹក', 'km ត្រី']));
    for (const length of sentMilliseconds()) {
      expect(length).toBeGreaterThanOrEqual(400);
      expect(length).toBeLessThanOrEqual(500);
    }
    expect(await axeViolations()).toEqual([]);
    await clickButton('Done');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for both languages of a row one after the other, through all sections', async () => {
    sections = [
      { words: [rice], recordings: [] },
      { words: [{ en: 'book', km: '' }, water], recordings: [] },
    ];
    await openBooth();
    expect(await axeViolations()).toEqual([]);
    await clickButton('Start');
    for (const word of ['rice', 'បាយ', 'book', 'water', 'ទឹក']) {
      await findWord(word);
      await findStatus('Read the word aloud');
      await say();
    }
    await screen.findByRole('heading', { name: '5 of 5 words recorded' });
    await waitFor(() => expect(recordedTexts(0)).toEqual(['en rice', 'km បាយ']));
    await waitFor(() => expect(recordedTexts(1)).toEqual(['en book', 'en water', 'km ទឹក']));
  });

  it('goes through two words that end in the same moment', async () => {
    await start('English');
    // The third has not ended.
    await microphone.speak(400, 500, 600);
    await findWord('fish');
    await waitFor(() => expect(recordedTexts()).toEqual(['en rice', 'en water']));
  });
});

describe('the keys', () => {
  it('stop with Space, which keeps what is being said, and record again with Space', async () => {
    await start('English');
    await microphone.speak(400);
    await findStatus('Recording');
    await press(' ');
    await findWord('water');
    await findStatus('Stopped. Press Record to go on.');
    await say();
    await findWord('water');
    await press(' ');
    await say();
    await findWord('fish');
    await waitFor(() => expect(recordedTexts()).toEqual(['en rice', 'en water']));
  });

  it('act once when they are held down', async () => {
    await start('English');
    await microphone.speak(400);
    await press('[Space>5/]');
    await findWord('water');
    await findStatus('Stopped. Press Record to go on.');
    await press('[Space>4/]');
    await findStatus('Read the word aloud');
    await press('{Enter>4/}');
    await findWord('fish');
    await press('r{r>3/}');
    await findWord('rice');
    await press('{s>3/}');
    await findWord('water');
    shown().getByRole('button', { name: /^Skip/ }).focus();
    await press('{Enter>3/}');
    await findWord('fish');
  });

  it('move with Enter and the arrows, and skip with S, which loses what is being said', async () => {
    await start('English');
    await press('{ArrowRight}');
    await findWord('water');
    await microphone.speak(400);
    await press('s');
    await findWord('fish');
    await microphone.waitInSilence(400);
    await findWord('fish');
    await press('{ArrowLeft}');
    await findWord('water');
    await findStatus('Stopped. Press Record to go on.');
    await press(' ');
    await microphone.speak(400);
    await press('{Enter}');
    await findWord('fish');
    await press('{Enter}');
    expect(await screen.findByRole('heading', { name: '1 of 3 words recorded' })).toBeTruthy();
    await waitFor(() => expect(recordedTexts()).toEqual(['en water']));
    await clickButton('Record 2 missing words');
    await findWord('rice');
  });

  it('play the last recording with P and record it again with R, also on a Khmer keyboard', async () => {
    await start('English');
    await say();
    await findWord('water');
    await waitFor(() => expect(recordedTexts()).toEqual(['en rice']));
    await press('p');
    expect(played).toEqual(['/uploads/clip1.mp3']);
    await findStatus('Stopped. Press Record to go on.');
    await press('រ');
    await findWord('rice');
    await findStatus('Read the word aloud');
    await say();
    await findWord('water');
    await waitFor(() => expect(stored[0]).toEqual([{ language: 'en', text: 'rice', file: 'clip2.mp3' }]));
  });

  it('press the button that has the focus', async () => {
    await start('English');
    shown().getByRole('button', { name: /^Skip/ }).focus();
    await press(' ');
    await findWord('water');
    await findStatus('Read the word aloud');
    await press('{Enter}');
    await findWord('fish');
  });
});

describe('what is recorded', () => {
  beforeEach(() => {
    sections = [
      {
        words: [rice, water, { ...rice, en: ' Rice' }],
        recordings: [
          { language: 'en', text: 'Rice', file: 'a.mp3' },
          { language: 'en', text: 'milk', file: 'b.mp3' },
        ],
      },
    ];
  });

  it('is what has no recording or a stale one, which is replaced', async () => {
    await openBooth('English');
    expect(screen.getByText('1 recording to make')).toBeTruthy();
    await clickButton('Start');
    await findWord('water');
    await findStatus('Read the word aloud');
    await say();
    await waitFor(() =>
      expect(stored[0]).toEqual([
        { language: 'en', text: 'Rice', file: 'a.mp3' },
        { language: 'en', text: 'water', file: 'clip1.mp3' },
      ]),
    );
  });

  it('can be everything, once', async () => {
    await start('English', 'All');
    expect(shown().getByText('Section 1 · English · 1 of 2')).toBeTruthy();
    await press('p');
    expect(played).toEqual(['/uploads/a.mp3']);
  });

  it('is no more than a section can have', async () => {
    max = 3;
    await openBooth();
    expect(screen.getByText(/^1 word is left out/)).toBeTruthy();
    expect(screen.getByText('2 recordings to make')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'English' }));
    expect(screen.queryByText(/left out/)).toBeNull();
  });

  it('can be nothing', async () => {
    sections = [{ words: [{ en: '', km: '' }], recordings: [] }];
    await openBooth();
    expect(screen.getByText(/^No word lacks a recording/)).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'All' }));
    expect(screen.getByText(/^There are no words to record yet/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true);
  });
});

describe('the microphone', () => {
  it.each([
    ['NotAllowedError', /not allowed/],
    ['NotFoundError', /No microphone was found/],
    ['NotReadableError', /cannot be used/],
  ])('says what to do about %s, and can be tried again', async (name, text) => {
    microphone.failWith(name);
    await openBooth('English');
    await clickButton('Start');
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(await axeViolations()).toEqual([]);
    microphone.failWith(null);
    await press(' ');
    await findStatus('Read the word aloud');
    await say();
    await findWord('water');
  });

  it('can be unplugged: what was recorded is kept, and the word is read again', async () => {
    await start('English');
    await say();
    await findWord('water');
    await microphone.speak(200);
    await microphone.unplug();
    expect((await screen.findByRole('alert')).textContent).toMatch(/was disconnected/);
    await findWord('water');
    await press(' ');
    await findStatus('Read the word aloud');
    await say();
    await findWord('fish');
    await waitFor(() => expect(recordedTexts()).toEqual(['en rice', 'en water']));
  });
});

describe('clips that are not sent', () => {
  it('are shown, can be sent again, and are asked about before leaving', async () => {
    const stop = answer;
    answer = () => errorResponse(400, { message: 'This recording is damaged' });
    await start('English');
    await say();
    expect(await screen.findByText('Not sent')).toBeTruthy();
    expect(screen.getByText('This recording is damaged')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await press('{Escape}');
    const question = await screen.findByRole('alertdialog', {
      name: 'Leave before all recordings are sent?',
    });
    expect(within(question).getByText(/^1 recording is not sent yet/)).toBeTruthy();
    await clickButton('Stay', question);
    answer = stop;
    await clickButton('Send again');
    await waitFor(() => expect(recordedTexts()).toEqual(['en rice']));
    expect(await screen.findByText('Recorded')).toBeTruthy();
    await press('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are still sent after the booth was left', async () => {
    let respond = (_: FakeResponse) => {};
    const answerNow = answer;
    answer = () => new Promise((resolve) => (respond = resolve));
    await start('English');
    await say();
    await screen.findByText('Uploading');
    await press('{Escape}');
    await clickButton('Leave', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(microphone.isOpen).toBe(false);
    expect(screen.getByText('1 unsent')).toBeTruthy();
    await act(async () => respond(await answerNow()));
    await screen.findByText('0 unsent');
    expect(recordedTexts()).toEqual(['en rice']);
  });
});

it('speaks Khmer', async () => {
  renderView(Lesson, 'lessons', { language: 'km' });
  await clickButton('Record all words');
  expect(await screen.findByRole('dialog', { name: 'ថតសំឡេងពាក្យ' })).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

/// <reference lib="dom" />

import { ConsolePage } from '@khmer-learning/console-e2e';
import { lessons, lessonTypes, mainLessons, type Recording } from '@khmer-learning/contracts';
import { findChromium } from '@khmer-learning/local-stack';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findViolations } from '../accessibility.ts';
import { chromiumFlags, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** The story of an author who reads words into the microphone, one after the other. */
const stack = getSharedStack();
const client = getSharedClient();

interface SpokenWord {
  english: string;
  khmer: string;
  /** When it begins, after the microphone has opened. */
  startMs: number;
  lengthMs: number;
  /** Each word is a tone, so that its recording can be told from the others. */
  hertz: number;
}

/** Words of different lengths after 2.5 seconds of silence, with pauses of more than a second. */
const words: SpokenWord[] = [];
for (let index = 0, startMs = 2500; index < depth(6, 20); index += 1) {
  const lengthMs = 320 + ((index * 83) % 400);
  const khmer = `${String.fromCodePoint(0x1780 + index)}ា`;
  words.push({ english: `Word ${index + 1}`, khmer, startMs, lengthMs, hertz: 250 * 1.06 ** index });
  startMs += lengthMs + 1050 + ((index * 37) % 150);
}

/**
 * Makes the page hear the words in a room with some noise, instead of its microphone's sound. On a busy machine the browser
 * loses samples of a microphone, but none that come from the audio graph.
 */
function playInsteadOfMicrophone(spoken: readonly SpokenWord[]): void {
  AudioContext.prototype.createMediaStreamSource = function createWords() {
    const sampleRate = 48_000;
    const toSamples = (ms: number) => Math.round((ms * sampleRate) / 1000);
    const endMs = spoken.reduce((end, { startMs, lengthMs }) => Math.max(end, startMs + lengthMs), 0) + 3000;
    const samples = new Float32Array(toSamples(endMs)).map(() => (Math.random() - 0.5) * 0.004);
    for (const { startMs, lengthMs, hertz } of spoken) {
      for (let at = 0; at < toSamples(lengthMs); at += 1) {
        const sample = toSamples(startMs) + at;
        samples[sample] = (samples[sample] ?? 0) + 0.3 * Math.sin((2 * Math.PI * hertz * at) / sampleRate);
      }
    }
    const buffer = new AudioBuffer({ length: samples.length, sampleRate });
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(this, { buffer });
    source.start();
    return source as unknown as MediaStreamAudioSourceNode;
  };
}

/** A sound that the page has sent, or that the server has stored. */
interface Sound {
  readonly samples: readonly number[];
  readonly sampleRate: number;
}

/** Where the tone of a sound is, in milliseconds, and its pitch. */
function findTone({ samples, sampleRate: rate }: Sound) {
  const loudest = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  const isLoud = (sample: number) => Math.abs(sample) > loudest * 0.2;
  const first = samples.findIndex(isLoud);
  const last = samples.findLastIndex(isLoud);
  const tone = samples.slice(first, last + 1);
  const crossings = tone.filter((sample, at) => at > 0 && sample >= 0 !== (tone[at - 1] ?? 0) >= 0).length;
  const toMs = (count: number) => (count * 1000) / rate;
  return {
    beforeMs: toMs(first),
    lengthMs: toMs(tone.length),
    afterMs: toMs(samples.length - last - 1),
    hertz: (crossings * rate) / tone.length / 2,
  };
}

let browser: Browser;
let page: Page;
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumFlags, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
  });
  page = await openPage(browser, scriptErrors);
  await page.addInitScript(playInsteadOfMicrophone, words);
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    const sent: unknown[] = [];
    Object.assign(globalThis, { sentFiles: sent });
    XMLHttpRequest.prototype.send = function sendAndNote(body) {
      if (body instanceof FormData) sent.push(body.get('file'));
      send.call(this, body);
    };
  });
});

afterAll(() => browser?.close());

async function createLesson(title: string): Promise<number> {
  const { id: mainLessonId } = await client.call(mainLessons.create, {
    body: { title, description: 'By a test', imageCover: 'cover.png', free: true },
  });
  const { id: lessonTypeId } = await client.call(lessonTypes.create, { body: { title, icon: '🎙️' } });
  const content = words.map(({ english, khmer }) => `${english} [w] : ${khmer}`).join('\n');
  const { id } = await client.call(lessons.create, {
    body: {
      mainLessonId,
      lessonTypeId,
      title,
      description: 'Read aloud by a test',
      level: 'Beginner',
      status: 'draft',
      sections: [{ title: 'Key words', content, html: null, ops: null }],
    },
  });
  return id;
}

/** The sounds that the page has sent, in their order. */
const readSentSounds = (): Promise<Sound[]> =>
  page.evaluate(async () => {
    const { sentFiles } = globalThis as unknown as { sentFiles: File[] };
    return Promise.all(
      sentFiles.map(async (file) => {
        const bytes = await file.arrayBuffer();
        return {
          samples: [...new Int16Array(bytes.slice(44))],
          sampleRate: new DataView(bytes).getUint32(24, true),
        };
      }),
    );
  });

/** The stored files, decoded by the browser. */
const readStoredSounds = (recordings: readonly Recording[]): Promise<Sound[]> =>
  page.evaluate(
    (files) =>
      Promise.all(
        files.map(async (file) => {
          const response = await fetch(`/uploads/${file}`);
          const context = new OfflineAudioContext(1, 1, 44_100);
          const decoded = await context.decodeAudioData(await response.arrayBuffer());
          return { samples: [...decoded.getChannelData(0)], sampleRate: decoded.sampleRate };
        }),
      ),
    recordings.map(({ file }) => file),
  );

it('records words by reading them aloud, each within 50 ms of where it is', async () => {
  const id = await createLesson('Read aloud');
  const author = new ConsolePage(page);
  await author.signIn(stack.url, stack.admin);
  await author.openView('Lessons');
  await page.getByRole('searchbox').fill('Read aloud');
  await page.getByRole('button', { name: 'Edit Read aloud' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Lesson' });
  await form.getByRole('button', { name: 'Record all words' }).click();
  const booth = page.getByRole('dialog', { name: 'Record words' });
  await booth.getByRole('radio', { name: 'Khmer', exact: true }).check();
  await booth.getByText(`${words.length} recordings to make`).waitFor();
  await booth.getByRole('button', { name: 'Start' }).click();
  // Twenty words last for more than half a minute, or longer if the machine is busy.
  await booth
    .getByRole('heading', { name: `${words.length} of ${words.length} words recorded` })
    .waitFor({ timeout: 180_000 });
  await booth.getByText(/being sent/).waitFor({ state: 'detached' });
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, 'colours')).toEqual([]);
  await booth.getByRole('button', { name: 'Done' }).click();

  const sent = (await readSentSounds()).map(findTone);
  expect(sent).toHaveLength(words.length);
  sent.forEach(({ beforeMs, lengthMs, afterMs, hertz }, index) => {
    const word = words[index];
    expect(Math.abs(hertz / (word?.hertz ?? 0) - 1)).toBeLessThan(0.02);
    expect(Math.abs(lengthMs - (word?.lengthMs ?? 0))).toBeLessThanOrEqual(50);
    expect(beforeMs).toBeLessThanOrEqual(50);
    expect(afterMs).toBeLessThanOrEqual(50);
  });

  await form.getByRole('button', { name: 'Save as Draft' }).click();
  await form.waitFor({ state: 'detached' });
  const { sections } = await client.call(lessons.get, { params: { id } });
  const recordings = sections[0]?.recordings ?? [];
  expect(recordings.map(({ language, text }) => `${language} ${text}`)).toEqual(
    words.map(({ khmer }) => `km ${khmer}`),
  );
  const stored = (await readStoredSounds(recordings)).map(findTone);
  stored.forEach(({ lengthMs, hertz }, index) => {
    const word = words[index];
    expect(Math.abs(hertz / (word?.hertz ?? 0) - 1)).toBeLessThan(0.02);
    expect(Math.abs(lengthMs - (word?.lengthMs ?? 0))).toBeLessThanOrEqual(50);
  });
  expect(scriptErrors).toEqual([]);
});

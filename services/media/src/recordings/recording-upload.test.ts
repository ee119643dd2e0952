import { recordingUploadLimits, uploadMessages } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { createImage, startMedia, type TestMedia } from '../media.fixture.ts';
import { measureLoudness } from './measure-loudness.ts';
import { createVoice, createWav, playMp3, type WavOptions } from './sound.fixture.ts';
import type { Sound } from './sound.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.close());

/** Uploads a recording, and returns what learners hear. */
async function store(content: Uint8Array) {
  const { status, body } = await media.sendRecording(content);
  expect({ status, body }).toMatchObject({ status: 201 });
  const { filename, durationMs } = body.data;
  const file = Buffer.from(await (await media.fetchFile(filename)).arrayBuffer());
  return { filename, durationMs, file, sound: await playMp3(file) };
}

const peakOf = ({ samples }: Sound) =>
  20 * Math.log10(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
/** When the sound begins and ends, in seconds. */
function audiblePart({ samples, sampleRate }: Sound) {
  const isAudible = (sample: number) => Math.abs(sample) > 0.02;
  return {
    start: samples.findIndex(isAudible) / sampleRate,
    end: samples.findLastIndex(isAudible) / sampleRate,
  };
}
/** The header of the first frame: one channel, 44.1 kHz. */
const frameOf = (file: Buffer) => ({
  isLayer3: file[0] === 0xff && (file[1] ?? 0) >> 1 === 0b1111101,
  sampleRateIndex: ((file[2] ?? 0) >> 2) & 3,
  mode: (file[3] ?? 0) >> 6,
});
const monoAt44100 = { isLayer3: true, sampleRateIndex: 0, mode: 3 };

it.each<[string, number, WavOptions]>([
  ['8 kHz', 8_000, {}],
  ['11.025 kHz', 11_025, {}],
  ['44.1 kHz in stereo', 44_100, { channels: 2 }],
  ['48 kHz with 24 bits', 48_000, { bits: 24 }],
  ['96 kHz with 32 bits in stereo', 96_000, { bits: 32, channels: 2 }],
  ['floating point', 48_000, { bits: 32, float: true }],
  ['a size that its program did not know', 48_000, { declaredSize: 0xffff_ffff }],
])('stores WAV of %s as mono MP3, trimmed and normalised', async (_what, sampleRate, options) => {
  const wav = createWav(createVoice({ sampleRate, seconds: 1, silence: 0.7, peak: 0.1 }), options);
  const { status, body } = await media.sendRecording(wav);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      data: {
        url: `/uploads/${body.data.filename}`,
        filename: expect.stringMatching(/^[0-9a-f]{32}\.mp3$/),
        durationMs: expect.any(Number),
      },
      message: 'File uploaded successfully!',
    },
  });
  // 50 ms before and after the second of sound.
  expect(Math.abs(body.data.durationMs - 1_100)).toBeLessThanOrEqual(20);
  const answer = await media.fetchFile(body.data.filename);
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  const file = Buffer.from(await answer.arrayBuffer());
  expect(frameOf(file)).toEqual(monoAt44100);
  const sound = await playMp3(file);
  expect(Math.abs(measureLoudness(sound) + 16)).toBeLessThan(0.5);
  expect(peakOf(sound)).toBeLessThan(-1);
  const { start, end } = audiblePart(sound);
  expect(Math.abs(end - start - 1)).toBeLessThan(0.03);
  expect(start).toBeLessThan(0.1);
});

it('stores MP3 in the same way, as often as it is sent', async () => {
  const first = await store(createWav(createVoice({ peak: 0.2 })));
  const second = await store(first.file);
  expect(second.filename).not.toBe(first.filename);
  expect(Math.abs(second.durationMs - first.durationMs)).toBeLessThan(60);
  expect(frameOf(second.file)).toEqual(monoAt44100);
  expect(Math.abs(measureLoudness(second.sound) + 16)).toBeLessThan(0.5);
});

it.each([
  ['quiet', { peak: 0.005 }],
  ['so loud that it is clipped', { peak: 3 }],
  ['noisy', { peak: 0.2, noise: 0.005 }],
])('makes a %s recording as loud as the others', async (_what, voice) => {
  const { sound, durationMs } = await store(createWav(createVoice(voice)));
  expect(Math.abs(measureLoudness(sound) + 16)).toBeLessThan(0.5);
  expect(peakOf(sound)).toBeLessThan(-1);
  expect(Math.abs(durationMs - 1_100)).toBeLessThanOrEqual(20);
});

it('limits peaks instead of clipping them', async () => {
  const voice = createVoice({ peak: 0.1 });
  const clicks = voice.samples.map((sample, index) => (index % 9_600 < 24 ? sample * 8 : sample));
  const { sound } = await store(createWav({ ...voice, samples: clicks }));
  expect(peakOf(sound)).toBeLessThan(-1);
  expect(Math.abs(measureLoudness(sound) + 16)).toBeLessThan(1.5);
});

it('removes the constant offset of a microphone, which is no sound', async () => {
  const voice = createVoice({ peak: 0.1 });
  const shifted = { ...voice, samples: voice.samples.map((sample) => sample + 0.3) };
  const { durationMs } = await store(createWav(shifted));
  expect(Math.abs(durationMs - 1_100)).toBeLessThanOrEqual(20);
});

it('keeps a recording without silence whole', async () => {
  const { durationMs } = await store(createWav(createVoice({ seconds: 60, silence: 0, sampleRate: 8_000 })));
  expect(Math.abs(durationMs - 60_000)).toBeLessThan(20);
});

it('records who uploaded a recording, its size and its hash, as for pictures', async () => {
  const { filename, file } = await store(createWav(createVoice()));
  expect(await media.files.findById(filename).lean()).toMatchObject({
    size: file.length,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    uploadedBy: 7,
    unusedSince: expect.any(Date),
  });
});

describe('a refused recording is explained and leaves nothing behind', () => {
  let before: string[];
  beforeAll(async () => {
    before = await media.listFilesOnDisk();
  });
  afterEach(async () => {
    await eventually(async () => expect(await media.listFilesOnDisk()).toEqual(before));
  });

  const silence = (seconds: number): Sound => ({
    sampleRate: 8_000,
    samples: new Float32Array(seconds * 8_000),
  });
  const voice = createVoice({ sampleRate: 8_000 });
  const wav = createWav(voice);
  const withFormat = (at: number, value: number) => {
    const copy = Buffer.from(wav);
    copy.writeUInt16LE(value, at);
    return copy;
  };

  it.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['silence', () => createWav(silence(2)), 400, uploadMessages.recordingSilent],
    ['no samples', () => createWav(silence(0)), 400, uploadMessages.recordingSilent],
    ['more than 60 seconds', () => createWav(silence(61)), 400, uploadMessages.recordingTooLong],
    ['a part of a WAV file', () => wav.subarray(0, 1_000), 400, uploadMessages.recordingBroken],
    ['a WAV file without data', () => wav.subarray(0, 36), 400, uploadMessages.recordingBroken],
    [
      'an endless number',
      () => createWav({ ...voice, samples: voice.samples.fill(Number.NaN) }, { bits: 32, float: true }),
      400,
      uploadMessages.recordingBroken,
    ],
    ['an MP3 header without sound', () => Buffer.from('ID3\x04garbage'), 400, uploadMessages.recordingBroken],
    ['8 bits', () => withFormat(34, 8), 415, uploadMessages.recordingUnsupported],
    ['six channels', () => withFormat(22, 6), 415, uploadMessages.recordingUnsupported],
    ['a compressed WAV file', () => withFormat(20, 85), 415, uploadMessages.recordingUnsupported],
    ['AAC', () => Buffer.from('\0\0\0\x1cftypM4A \0\0\0\0'), 415, uploadMessages.recordingUnsupported],
    ['a picture', () => createImage('png'), 415, uploadMessages.recordingUnsupported],
    ['no file', () => Buffer.alloc(0), 400, uploadMessages.missing],
    [
      'more than 10 MB',
      () => Buffer.concat([wav, Buffer.alloc(recordingUploadLimits.bytes)]),
      413,
      uploadMessages.tooLarge,
    ],
  ])('%s', async (_what, content, status, message) => {
    expect(await media.sendRecording(await content())).toMatchObject({
      status,
      body: { message, issues: [{ path: 'file', message }] },
    });
  });

  it('more than 60 seconds in a small MP3 file', async () => {
    const { file, filename } = await store(
      createWav(createVoice({ seconds: 40, silence: 0, sampleRate: 8_000 })),
    );
    before = [...before, filename].sort();
    expect(await media.sendRecording(Buffer.concat([file, file]))).toMatchObject({
      status: 400,
      body: { message: uploadMessages.recordingTooLong },
    });
  });

  it('without a console session', async () => {
    expect((await media.sendRecording(wav, { kind: 'public' })).status).toBe(401);
    expect((await media.sendRecording(wav, { kind: 'apiKey', apiKeyId: 1 })).status).toBe(401);
  });

  it('as a picture', async () => {
    expect(await media.sendFile(wav)).toMatchObject({ status: 415 });
  });
});

it('counts uploads by outcome', async () => {
  const before = await media.readMetric('uploads_total{outcome="recordingSilent"}');
  await media.sendRecording(createWav({ sampleRate: 8_000, samples: new Float32Array(8_000) }));
  expect(await media.readMetric('uploads_total{outcome="recordingSilent"}')).toBe(before + 1);
});

it.each([8_000, 11_025, 44_100, 48_000, 96_000])(
  'measures the loudness of the reference tone of BS.1770 at %s Hz',
  (sampleRate) => {
    // A sine of 997 Hz at full scale in one channel is -3.01 LUFS (BS.1770-4, annex 1).
    const samples = new Float32Array(sampleRate * 2).map((_sample, index) =>
      Math.sin((2 * Math.PI * 997 * index) / sampleRate),
    );
    expect(Math.abs(measureLoudness({ sampleRate, samples }) + 3.01)).toBeLessThan(0.1);
    // Silence is gated and does not make it quieter.
    const followed = new Float32Array(sampleRate * 4);
    followed.set(samples);
    expect(Math.abs(measureLoudness({ sampleRate, samples: followed }) + 3.01)).toBeLessThan(0.5);
  },
);

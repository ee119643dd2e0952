import { createHash } from 'node:crypto';
import type {
  Lesson,
  MainLesson,
  Quiz,
  ResponseOf,
  v1LessonsGet,
  v1PacksGet,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import type { RunningGateway } from '../gateway.fixture.ts';
import {
  type BrowserSession,
  createApiKey,
  shareTestSystem,
  signIn,
  type TestSystem,
} from './test-system.fixture.ts';

type Pack = ResponseOf<typeof v1PacksGet>['data'];

let system: TestSystem;
let gateway: RunningGateway;
let author: BrowserSession;
let key: string;
let filename: string;
let bytes: Buffer;
let course: MainLesson;
let lesson: Lesson;
let quiz: Quiz;

/** A second of a tone, as 16-bit PCM. */
function createWav(sampleRate = 16_000): Buffer<ArrayBuffer> {
  const data = Buffer.alloc(sampleRate * 2);
  for (let index = 0; index < sampleRate; index += 1)
    data.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * index) / sampleRate)), index * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, sampleRate],
    [28, sampleRate * 2],
    [40, data.length],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  return Buffer.concat([head, data]);
}

async function write<T>(method: string, path: string, body: unknown): Promise<T> {
  const answer = await author.call<T>(method, path, body);
  expect({ path, ...answer }).toMatchObject({ status: method === 'POST' ? 201 : 200 });
  return answer.body;
}
const sendRecording = (content: Buffer<ArrayBuffer>, headers: Readonly<Record<string, string>>) => {
  const body = new FormData();
  body.append('file', new Blob([content]), 'word.wav');
  return gateway.call('/api/recordings', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body,
  });
};
const play = async (headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await gateway.call(`/uploads/${filename}`, { method, headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const readApi = async <T>(path: string): Promise<T> => {
  const answer = await gateway.call(`/api/v1${path}`, { headers: { 'x-api-key': key } });
  expect([path, answer.status]).toEqual([path, 200]);
  return ((await answer.json()) as { data: T }).data;
};

beforeAll(async () => {
  system = await shareTestSystem();
  gateway = await system.startGateway();
  author = await signIn(gateway);
  ({ key } = await createApiKey(author, gateway));
  const answer = await sendRecording(createWav(), author.headers);
  expect(answer.status).toBe(201);
  ({ filename } = ((await answer.json()) as { data: { filename: string } }).data);
  bytes = (await play()).bytes;
  const recordings = [{ language: 'km', text: 'ទឹក', file: filename }];
  course = await write('POST', '/api/main-lessons', {
    ...{ title: 'Basics', description: 'The start', imageCover: 'cover.png' },
    ...{ free: true, price: null, status: 'published' },
  });
  const type = await write<{ id: number }>('POST', '/api/lesson-type', { title: 'Words', icon: '📖' });
  lesson = await write('POST', '/api/lessons', {
    ...{ mainLessonId: course.id, lessonTypeId: type.id, title: 'Water', description: 'W' },
    ...{ level: 'Beginner', status: 'published' },
    sections: [{ title: 'Words', content: 'Water [tuk] : ទឹក', recordings }],
  });
  quiz = await eventually(() =>
    write<Quiz>('POST', '/api/quizzes', {
      ...{ lessonId: lesson.id, title: 'Water', description: 'W', status: 'active' },
      questions: [{ question: 'ទឹក', options: ['Water', 'Fire'], correctAnswer: 'Water', recordings }],
    }),
  );
});
afterAll(() => system.stopGateways());

it('are played from immutable addresses, in parts', async () => {
  const whole = await play();
  expect(whole.status).toBe(200);
  const etag = `"${filename}"`;
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(bytes.length),
    etag,
  });
  const part = await play({ range: 'bytes=100-199', 'if-range': etag });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
  expect(part.headers.get('content-length')).toBe('100');
  expect(part.bytes.equals(bytes.subarray(100, 200))).toBe(true);
  expect((await play({ range: 'bytes=-20' })).bytes.equals(bytes.subarray(-20))).toBe(true);
  const beyond = await play({ range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
  expect(beyond.headers.get('cache-control')).toBe('no-store');
  expect((await play({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
  expect((await play({ 'if-none-match': etag })).status).toBe(304);
  expect((await play({ range: 'bytes=0-9' }, 'HEAD')).status).toBe(200);
});

it('are uploaded by authors alone, and refused with a reason that they can read', async () => {
  expect((await sendRecording(createWav(), {})).status).toBe(401);
  const other = await sendRecording(createWav(), { ...author.headers, 'sec-fetch-site': 'cross-site' });
  expect(other.status).toBe(403);
  const refused = await sendRecording(Buffer.from('no sound'), author.headers);
  expect([refused.status, await refused.json()]).toEqual([
    415,
    expect.objectContaining({
      message: 'Recordings must be WAV (PCM, mono or stereo, 8 to 96 kHz) or MP3 files',
    }),
  ]);
});

it('reach apps with the words and in the pack, until neither lesson nor quiz has them', async () => {
  const url = `/uploads/${filename}`;
  const read = await eventually(async () => {
    const pack = await readApi<Pack>(`/packs/${course.id}`);
    expect(pack.quizzes).toHaveLength(1);
    return pack;
  });
  const { sections } = await readApi<ResponseOf<typeof v1LessonsGet>['data']>(`/lessons/${lesson.id}`);
  expect(sections[0]?.items[0]?.recordings).toEqual({ en: null, km: url });
  expect(read.files.filter(({ kind }) => kind === 'sound')).toEqual([
    {
      ...{ name: filename, kind: 'sound', url, size: bytes.length },
      hash: createHash('sha256').update(bytes).digest('hex'),
    },
  ]);

  const [section] = lesson.sections;
  await write('PATCH', `/api/lessons/${lesson.id}`, { sections: [{ ...section, recordings: [] }] });
  const later = await readApi<Pack>(`/packs/${course.id}?since=${read.version}`);
  expect(later).toMatchObject({ full: false, lessons: [{ id: lesson.id }], removed: { files: [] } });

  const [question] = quiz.questions;
  await write('PATCH', `/api/quizzes/${quiz.id}`, { questions: [{ ...question, recordings: [] }] });
  const last = await readApi<Pack>(`/packs/${course.id}?since=${later.version}`);
  expect(last).toMatchObject({ full: false, quizzes: [{ id: quiz.id }], removed: { files: [filename] } });
});

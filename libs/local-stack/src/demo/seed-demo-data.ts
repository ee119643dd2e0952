import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  authConsoleLogin,
  type Endpoint,
  lessons as lessonEndpoints,
  lessonTypes as lessonTypeEndpoints,
  mainLessons as mainLessonEndpoints,
  mediaRecordingUpload,
  mediaUpload,
  quizzes,
  type Recording,
  type ResponseOf,
  type UploadKind,
} from '@khmer-learning/contracts';
import { ApiCallError } from '../client/console-client.ts';
import {
  type DemoRecording,
  demoLessons,
  demoLessonTypes,
  demoMainLessons,
  demoQuizzes,
} from './demo-data.ts';
import { seedPurchases } from './seed-purchases.ts';
import { synthesizeWord } from './synthesize-word.ts';

/** An admin account of a gateway. */
export interface SeedAccount {
  /** The gateway: `http://localhost:8080`. */
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

/** Settings of `seedDemoData`. */
export interface SeedOptions extends SeedAccount {
  /** Folder of the demo covers and icons. */
  readonly filesDir: string;
  /** Whether payments use a PayPal sandbox; otherwise no purchases are written. */
  readonly includePurchases: boolean;
  /** Creates an item; by default as a signed-in admin. */
  readonly create?: CreatingCall;
}

/** Number of items written; zeros when everything existed. */
export type SeedResult = Awaited<ReturnType<typeof seedDemoData>>;

/**
 * Whether there are no main lessons, lesson types and lessons.
 *
 * @throws ApiCallError when a call fails
 */
export async function hasNoContent(author: SeedAccount): Promise<boolean> {
  const call = await signIn(author);
  const { mainLessons } = await call(mainLessonEndpoints.list);
  const lessonTypes = await call(lessonTypeEndpoints.list);
  const { lessons } = await call(lessonEndpoints.list);
  return mainLessons.length + lessonTypes.length + lessons.length === 0;
}

/**
 * Writes the demo school through the public API, as a signed-in admin would. Items whose title exists are skipped, so
 * an interrupted seed can be repeated.
 *
 * @throws ApiCallError when a call fails
 */
export async function seedDemoData(options: SeedOptions) {
  const call = await signIn(options);
  const create: CreatingCall = options.create ?? call;
  const { mainLessons } = await call(mainLessonEndpoints.list);
  const lessonTypes = await call(lessonTypeEndpoints.list);
  const { lessons } = await call(lessonEndpoints.list);
  const mainLessonIds = new Map(mainLessons.map((row) => [row.title, row.id]));
  const lessonTypeIds = new Map(lessonTypes.map((row) => [row.title, row.id]));
  const lessonIds = new Map(lessons.map((row) => [row.title, row.id]));
  const quizTitles = new Set((await call(quizzes.list)).map((row) => row.title));
  const written = { mainLessons: 0, lessonTypes: 0, lessons: 0, quizzes: 0, purchases: 0 };

  const uploadDemoFile = (file: string, kind: UploadKind) =>
    uploadFile(call, path.join(options.filesDir, file), kind);

  const uploaded = new Map<DemoRecording, string>();
  /** Replaces the sounds of recordings by uploaded files. */
  const withRecordings = async <T extends { readonly recordings?: readonly DemoRecording[] }>(
    items: readonly T[],
  ) => {
    const result: (Omit<T, 'recordings'> & { recordings?: Recording[] })[] = [];
    for (const { recordings, ...item } of items) {
      const stored: Recording[] = [];
      for (const recording of recordings ?? []) {
        const file = uploaded.get(recording) ?? (await uploadRecording(call, recording));
        uploaded.set(recording, file);
        stored.push({ language: recording.language, text: recording.text, file });
      }
      result.push(stored.length === 0 ? item : { ...item, recordings: stored });
    }
    return result;
  };

  for (const mainLesson of demoMainLessons.filter(({ title }) => !mainLessonIds.has(title))) {
    const body = { ...mainLesson, imageCover: await uploadDemoFile(mainLesson.imageCover, 'cover') };
    mainLessonIds.set(body.title, (await create(mainLessonEndpoints.create, { body })).id);
    written.mainLessons += 1;
  }
  for (const lessonType of demoLessonTypes.filter(({ title }) => !lessonTypeIds.has(title))) {
    const { icon, iconMode } = lessonType;
    const body = { ...lessonType, icon: iconMode === 'file' ? await uploadDemoFile(icon, 'icon') : icon };
    lessonTypeIds.set(body.title, (await create(lessonTypeEndpoints.create, { body })).id);
    written.lessonTypes += 1;
  }
  for (const { mainLesson, lessonType, sections, ...lesson } of demoLessons) {
    if (lessonIds.has(lesson.title)) continue;
    const mainLessonId = idOf(mainLessonIds, mainLesson);
    const lessonTypeId = idOf(lessonTypeIds, lessonType);
    const body = { ...lesson, mainLessonId, lessonTypeId, sections: await withRecordings(sections) };
    lessonIds.set(lesson.title, (await create(lessonEndpoints.create, { body })).id);
    written.lessons += 1;
  }
  for (const { lesson, questions, ...quiz } of demoQuizzes) {
    if (quizTitles.has(quiz.title)) continue;
    const body = {
      ...quiz,
      lessonId: idOf(lessonIds, lesson),
      questions: await withRecordings(questions),
    };
    await create(quizzes.create, { body });
    written.quizzes += 1;
  }
  if (options.includePurchases) written.purchases = await seedPurchases({ ...options, mainLessonIds });
  return written;
}

/** Uploads a file and returns its name on the server. */
async function uploadFile(call: ApiCall, file: string, kind: UploadKind): Promise<string> {
  const body = new FormData();
  body.append('kind', kind);
  body.append('file', new Blob([await readFile(file)]), path.basename(file));
  return (await call(mediaUpload, { body })).data.filename;
}

/** Synthesizes and uploads a recording, and returns its name on the server. */
async function uploadRecording(call: ApiCall, { sounds }: DemoRecording): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(synthesizeWord(sounds))]), 'word.wav');
  return (await call(mediaRecordingUpload, { body })).data.filename;
}

function idOf(ids: ReadonlyMap<string, number>, title: string): number {
  const id = ids.get(title);
  if (id === undefined) throw new Error(`The demo school refers to "${title}", which it does not contain`);
  return id;
}

type CreatingCall = <E extends Endpoint>(endpoint: E, request: { body: unknown }) => Promise<ResponseOf<E>>;

type ApiCall = <E extends Endpoint>(endpoint: E, request?: { body: unknown }) => Promise<ResponseOf<E>>;

/** A call that takes longer shows that others are waiting, too: the seed then waits as long as the call has taken. */
const usualCallMs = 250;

async function signIn({ url, email, password }: SeedAccount): Promise<ApiCall> {
  let cookie = '';
  const call: ApiCall = async <E extends Endpoint>(endpoint: E, request?: { body: unknown }) => {
    const response = await fetch(new URL(endpoint.path, url), {
      method: endpoint.method,
      headers: {
        origin: new URL(url).origin,
        ...(cookie ? { cookie } : {}),
        ...(request && !isForm(request.body) ? { 'content-type': 'application/json' } : {}),
      },
      ...(request ? { body: isForm(request.body) ? request.body : JSON.stringify(request.body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiCallError(endpoint, response.status, text);
    cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return JSON.parse(text) as ResponseOf<E>;
  };
  await call(authConsoleLogin, { body: { email, password } });
  // People who use the school meanwhile have at least half of a busy machine.
  return async (endpoint, request) => {
    const startedAt = performance.now();
    const answer = await call(endpoint, request);
    const ms = performance.now() - startedAt;
    if (ms > usualCallMs) await sleep(ms);
    return answer;
  };
}

/** `fetch` sets a form's content type itself, with the boundary between the parts. */
function isForm(body: unknown): body is FormData {
  return body instanceof FormData;
}

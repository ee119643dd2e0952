import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  authRegister,
  authSession,
  type Endpoint,
  lessons as lessonEndpoints,
  lessonTypes as lessonTypeEndpoints,
  mainLessons as mainLessonEndpoints,
  mediaUpload,
  ordersCapture,
  type ProgressRecord,
  progressLimits,
  purchasesGrant,
  purchasesRefund,
  quizzes as quizEndpoints,
  type ResponseOf,
  usersList,
  v1OrdersCreate,
  v1ProgressUpdate,
  v1QuizzesSubmit,
} from '@khmer-learning/contracts';
import { ApiCallError, signInToConsole } from '../client/console-client.ts';
import { demoLearnerPassword, demoPurchases } from './demo-data.ts';
import { type PlannedLearner, planYear, yearDays } from './demo-year.ts';
import { drawCover } from './draw-cover.ts';
import { type PastService, startPastService } from './past-calls.ts';
import { type SeedAccount, type SeedOptions, seedDemoData } from './seed-demo-data.ts';
import { submitPayerDecision } from './seed-purchases.ts';

/** The services that own parts of the demo school with a past. */
const owners = ['users', 'content', 'quizzes', 'commerce'] as const;
type Owner = (typeof owners)[number];

export interface YearOptions extends SeedOptions {
  readonly root: string;
  /** The settings of a service, with the gateway's key. */
  readonly environmentOf: (service: Owner) => NodeJS.ProcessEnv;
  /** Aborts it. */
  readonly signal: AbortSignal | undefined;
}

const dayMs = 24 * 60 * 60_000;
const pageSize = 100;
/** Calls at once: most of them wait for the database. */
const concurrency = 8;

/**
 * Writes the demo school with a year behind it, by the services' own endpoints as of earlier moments. What is there
 * already is skipped, so an interrupted seed can be repeated.
 *
 * @returns the number of items, and `writeLearners`, to be called next: it writes the learners with all that they did, which
 *   takes most of the time
 * @throws Error when a call fails
 */
export async function seedYear(options: YearOptions) {
  const start = async (owner: Owner) =>
    [
      owner,
      await startPastService(join(options.root, 'services', owner), options.environmentOf(owner)),
    ] as const;
  const services = await Promise.all(owners.map(start));
  const stop = async () => {
    options.signal?.removeEventListener('abort', stop);
    await Promise.all(services.map(([, service]) => service.stop()));
  };
  options.signal?.addEventListener('abort', stop, { once: true });
  try {
    const byOwner = Object.fromEntries(services) as Record<Owner, PastService>;
    const { writeLearners, ...written } = await writeYear(options, byOwner);
    return { ...written, writeLearners: () => writeLearners().finally(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function writeYear(options: YearOptions, services: Readonly<Record<Owner, PastService>>) {
  const now = Date.now();
  const { courses, lessons, quizzes, learners } = planYear(now);
  const console = await signInToConsole(options.url, options);
  const { user } = await console.call(authSession, {});
  const admin = {
    kind: 'session',
    userId: user.id,
    role: 'admin',
    sessionId: 'demo',
    sessionExpiresAt: Math.floor(now / 1_000) + 3_600,
  } as const;
  const asAdmin = (at: number) => ({ at, principal: admin });

  // The small school is the first week; each item is made some hours after the one before.
  let first = now - yearDays * dayMs;
  const call = async <E extends Endpoint>(
    endpoint: E,
    request: { body: unknown },
  ): Promise<ResponseOf<E>> => {
    first += dayMs / 8;
    const service = services[endpoint.service as Owner];
    return service.call(endpoint, request as never, asAdmin(first));
  };
  const small = await seedDemoData({ ...options, create: call });

  const { mainLessons } = await console.call(mainLessonEndpoints.list, {});
  const courseIds = new Map(mainLessons.map(({ title, id }) => [title, id]));
  for (const [place, { at, ...course }] of courses.entries()) {
    if (courseIds.has(course.title)) continue;
    const imageCover = await uploadCover(options, console.headers, place);
    const body = { ...course, imageCover, status: 'published' as const };
    courseIds.set(
      course.title,
      (await services.content.call(mainLessonEndpoints.create, { body }, asAdmin(at))).id,
    );
  }

  const typeIds = new Map(
    (await console.call(lessonTypeEndpoints.list, {})).map(({ title, id }) => [title, id]),
  );
  const lessonIds = new Map<string, number>();
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const found = await console.call(lessonEndpoints.list, { query: { limit: pageSize, offset } });
    for (const { title, id } of found.lessons) lessonIds.set(title, id);
    total = found.total;
  }
  // One after the other, so that ids have the order of dates.
  for (const { at, course, lessonType, ...lesson } of lessons) {
    if (lessonIds.has(lesson.title)) continue;
    const body = {
      title: lesson.title,
      description: lesson.description,
      level: lesson.level,
      status: lesson.status,
      sections: lesson.sections,
      mainLessonId: courseIds.get(course) ?? 0,
      lessonTypeId: typeIds.get(lessonType) ?? 0,
    };
    const created = await services.content.call(lessonEndpoints.create, { body }, asAdmin(at));
    lessonIds.set(lesson.title, created.id);
    if (lesson.status === 'draft') await discuss(services.content, created, now, asAdmin);
  }

  const writtenQuizzes = await console.call(quizEndpoints.list, { query: {} });
  const isAnswered = writtenQuizzes.some(({ analytics }) => analytics.completions > 0);
  const quizIds = new Map(writtenQuizzes.map(({ title, id }) => [title, id]));
  for (const { at, lesson, ...quiz } of quizzes) {
    if (quizIds.has(quiz.title)) continue;
    const body = { ...quiz, lessonId: lessonIds.get(lesson) ?? 0 };
    quizIds.set(quiz.title, (await services.quizzes.call(quizEndpoints.create, { body }, asAdmin(at))).id);
  }

  const asLearner = (id: number, email: string) =>
    ({ kind: 'apiKey', apiKeyId: 1, learner: { userId: id, email } }) as const;
  return {
    ...small,
    mainLessons: small.mainLessons + courses.length,
    lessons: small.lessons + lessons.length,
    quizzes: small.quizzes + quizzes.length,
    writeLearners,
  };

  async function writeLearners() {
    const joined = await inParallel(learners, enrol);
    if (options.includePurchases) {
      await inParallel(joined, buy);
      await grantAccess(joined);
    }
    await inParallel(joined, reportProgress);
    const submissions = joined
      .flatMap(({ learner, id }) => learner.submissions.map((submission) => ({ learner, id, submission })))
      .sort((one, other) => one.submission.at - other.submission.at);
    // Day by day: the service counts those that wait for each other as of the same moment.
    const days = new Map<number, (Joined & Submitted)[]>();
    for (const one of isAnswered ? [] : submissions) {
      const day = Math.floor(one.submission.at / dayMs);
      days.set(day, [...(days.get(day) ?? []), one]);
    }
    for (const ofDay of days.values()) await Promise.all(ofDay.map(submit));
    const purchases = joined.filter(({ learner }) => learner.purchase).length;
    return { learners: joined.length + demoPurchases.length, purchases };
  }

  async function enrol(learner: PlannedLearner): Promise<Joined> {
    const { firstName, lastName, email, at } = learner;
    const body = { firstName, lastName, email, password: demoLearnerPassword, role: 'student' as const };
    try {
      const created = await services.users.call(authRegister, { body }, asAdmin(at));
      if (!('user' in created)) throw new Error(`${email} was not registered`);
      return { learner, id: created.user.id };
    } catch (error) {
      ignoreConflict(error);
      const { users } = await console.call(usersList, { query: { search: email, limit: 1, offset: 0 } });
      return { learner, id: users[0]?.id ?? 0 };
    }
  }

  async function buy({ learner, id }: Joined): Promise<void> {
    const { purchase, email } = learner;
    if (!purchase) return;
    const { at, course, outcome, refund } = purchase;
    const body = { mainLessonId: courseIds.get(course) ?? 0 };
    const principal = asLearner(id, email);
    const order = await services.commerce
      .call(v1OrdersCreate, { body }, { at, principal })
      .catch(ignoreConflict);
    if (!order) return;
    const { data } = order;
    await submitPayerDecision(data.approveUrl, outcome);
    await services.commerce.call(ordersCapture, { params: { token: data.id } }, asAdmin(at + 60_000));
    if (refund === undefined) return;
    const refunded = { amount: refund, reason: 'The learner has asked for it' };
    await services.commerce.call(
      purchasesRefund,
      { params: { purchaseId: data.id }, body: refunded },
      asAdmin(Math.min(now, at + 2 * dayMs)),
    );
  }

  /** To three of those who have not bought anything: a place without an end, one with an end, and one that has ended. */
  async function grantAccess(joined: readonly Joined[]): Promise<void> {
    const grants = [
      { daysAgo: 60, course: 'On the Road', reason: 'Paid in cash at the office' },
      { daysAgo: 45, course: 'Office Talk', reason: 'Scholarship', forDays: 120 },
      { daysAgo: 40, course: 'Eating Out', reason: 'A trial for her class', forDays: 30 },
    ];
    const longest = now - 61 * dayMs;
    const learners = joined.filter(({ learner }) => !learner.purchase && learner.at < longest);
    for (const [place, { daysAgo, course, reason, forDays }] of grants.entries()) {
      const userId = learners[place]?.id;
      if (userId === undefined) return;
      const at = now - daysAgo * dayMs;
      const end = forDays && { accessEndsAt: new Date(at + forDays * dayMs).toISOString() };
      const body = { userId, mainLessonId: courseIds.get(course) ?? 0, reason, ...end };
      await services.commerce.call(purchasesGrant, { body }, asAdmin(at)).catch(ignoreConflict);
    }
  }

  async function reportProgress({ learner, id }: Joined): Promise<void> {
    const records = recordsOf(learner, lessonIds, quizIds);
    for (let from = 0; from < records.length; from += progressLimits.records) {
      const batch = records.slice(from, from + progressLimits.records);
      await services.users.call(
        v1ProgressUpdate,
        { body: { clientId: uuidOf(learner.email), records: batch } },
        { at: Date.parse(batch.at(-1)?.at ?? '') + 1_000, principal: asLearner(id, learner.email) },
      );
    }
  }

  async function submit({ learner, id, submission }: Joined & Submitted): Promise<void> {
    const answers = submission.answers.map((selectedAnswer, place) => ({
      questionId: place + 1,
      selectedAnswer,
    }));
    await services.quizzes.call(
      v1QuizzesSubmit,
      { params: { id: quizIds.get(submission.quiz) ?? 0 }, body: { answers } },
      { at: submission.at, principal: asLearner(id, learner.email) },
    );
  }
}

interface Joined {
  readonly learner: PlannedLearner;
  readonly id: number;
}
interface Submitted {
  readonly submission: PlannedLearner['submissions'][number];
}

/** A draft has a comment, and the first ones have a time at which they are published. */
async function discuss(
  content: PastService,
  { id, version }: ResponseOf<typeof lessonEndpoints.create>,
  now: number,
  asAdmin: (at: number) => Parameters<PastService['call']>[2],
): Promise<void> {
  const params = { id };
  const text = 'Please read the pronunciation once more before this is published.';
  await content.call(
    lessonEndpoints.comments.create,
    { params, body: { text, anchor: null } },
    asAdmin(now - 2 * dayMs),
  );
  const at = new Date(now + (3 + (id % 10)) * dayMs).toISOString();
  await content.call(
    lessonEndpoints.schedule.set,
    { params, body: { action: 'publish', at, version } },
    asAdmin(now - dayMs),
  );
}

/** What the learner's app reports, in the order of time. */
function recordsOf(
  { lessons, submissions, reviews }: PlannedLearner,
  lessonIds: ReadonlyMap<string, number>,
  quizIds: ReadonlyMap<string, number>,
): ProgressRecord[] {
  const iso = (at: number) => new Date(at).toISOString();
  return [
    ...lessons.map(({ at, type, lesson }) => ({
      ...{ at: iso(at), type },
      lessonId: lessonIds.get(lesson) ?? 0,
    })),
    ...submissions.flatMap(({ at, quiz, answers }) =>
      answers.map((answer, place) => ({
        ...{ at: iso(at), type: 'answer' as const, answer },
        quizId: quizIds.get(quiz) ?? 0,
        questionId: place + 1,
      })),
    ),
    ...reviews.map(({ at, card: { lesson, word }, grade }) => ({
      ...{ at: iso(at), type: 'review' as const, grade },
      card: `lesson-${lessonIds.get(lesson) ?? 0}:${word.toLowerCase()}`,
    })),
  ]
    .sort((one, other) => one.at.localeCompare(other.at))
    .map((record, place) => ({ ...record, sequence: place + 1 }));
}

/** The same UUID for the same text. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

async function uploadCover(
  { url }: SeedAccount,
  headers: Readonly<Record<string, string>>,
  place: number,
): Promise<string> {
  const body = new FormData();
  body.append('kind', 'cover');
  body.append('file', new Blob([new Uint8Array(drawCover(place))]), `${randomUUID()}.png`);
  const response = await fetch(new URL(mediaUpload.path, url), { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new ApiCallError(mediaUpload, response.status, text);
  return (JSON.parse(text) as ResponseOf<typeof mediaUpload>).data.filename;
}

/** What exists already was written before an interruption. @throws any other error */
function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof ApiCallError) || error.status !== 409) throw error;
}

/** Runs a task for all items, some at once, and begins them in their order. */
async function inParallel<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const place = next;
      next += 1;
      results[place] = await task(items[place] as T);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

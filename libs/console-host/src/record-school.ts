import { type Endpoint, endpoints } from '@khmer-learning/contracts';
import { z } from 'zod';
import type { RecordedAnswers } from './school-answers.ts';

/** How many items of a list are recorded: of the items themselves, and of what belongs to one. */
const maxItems = 40;

/** Who is signed in is the host's own matter. */
const leftOut = /^auth\./;

function isRecorded({ id, method, access, envelope, responseType, path }: Endpoint): boolean {
  const isCalled = method === 'GET' && ['public', 'session', 'admin'].includes(access);
  return (
    isCalled &&
    path.startsWith('/api/') &&
    !path.startsWith('/api/v1/') &&
    !envelope &&
    !responseType &&
    !leftOut.test(id)
  );
}

/** The query of a list that answers nothing without one, by the end of its path. */
function queriesFor(now: Date): readonly (readonly [end: string, query: string])[] {
  const until = new Date(now.getTime() + 7 * 24 * 60 * 60_000);
  const ids = Array.from({ length: 20 }, (_, at) => at + 1).join(',');
  const week = `from=${now.toISOString()}&until=${until.toISOString()}`;
  return [
    ['/schedules', week],
    ['/content-releases', week],
    ['/search-suggestion', 'search=school'],
    ['/search-matches', `search=school&ids=${ids}`],
    ['/by-lessons', `ids=${ids}`],
    ['/quizzes/count', 'mainLessonId=1'],
    ['/quizzes/questions', 'mainLessonId=1'],
    ['/pronunciation-conflicts', 'limit=50'],
    ['/words', 'limit=20'],
  ];
}

const idsSchema = z.object({ id: z.number() });

/** The ids of the rows of a list. */
function idsOf(body: unknown): number[] {
  const lists = z.record(z.string(), z.unknown()).safeParse(body).data ?? {};
  const rows = Array.isArray(body) ? body : (Object.values(lists).find(Array.isArray) ?? []);
  return rows.flatMap((row: unknown) => idsSchema.safeParse(row).data?.id ?? []);
}

/**
 * Reads what a school answers in the lists and items of all views.
 *
 * @param url its console
 * @param account of an admin without a second factor
 * @returns the answers by path; throws if the account cannot sign in
 */
export async function recordSchool(
  url: string,
  account: { readonly email: string; readonly password: string },
): Promise<RecordedAnswers> {
  const signIn = await fetch(`${url}/api/auth/admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(account),
  });
  if (!signIn.ok) throw new Error(`${url} answers ${signIn.status} to the sign-in`);
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const recorded: Record<string, unknown> = {};

  async function record(path: string, query = ''): Promise<void> {
    const answer = await fetch(`${url}${path}${query}`, { headers: { cookie } });
    if (answer.ok) recorded[path] = await answer.json();
  }

  const calls = endpoints.filter(isRecorded);
  const queries = queriesFor(new Date());
  for (const { path, query } of calls.filter(({ params }) => !params)) {
    const isPaged = query instanceof z.ZodObject && 'limit' in query.shape;
    const needed = queries.find(([end]) => path.endsWith(end))?.[1];
    await record(path, `?${needed ?? (isPaged ? 'limit=100' : '')}`);
  }
  for (const { path } of calls) {
    const [list = '', rest] = path.split('/:id');
    if (rest === undefined || rest.includes('/:')) continue;
    const ids = idsOf(recorded[list] ?? recorded[list.replace('-details', '')]);
    // What belongs to an item is alike for all: the first has it.
    for (const id of ids.slice(0, rest === '' ? maxItems : 1)) await record(`${list}/${id}${rest}`);
  }
  return recorded;
}

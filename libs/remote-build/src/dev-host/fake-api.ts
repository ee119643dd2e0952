import {
  authConsoleLogin,
  authLogout,
  authSession,
  consoleHealthGet,
  dashboardStatsGet,
  type Endpoint,
  type ErrorBody,
  endpoints,
  type RemoteSettings,
  remoteSettings,
  type SessionUser,
} from '@khmer-learning/contracts';
import { exampleOf } from './example-of.ts';

/** The answer to a request. */
export interface FakeAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** Instead of a body, server-sent events that never come. */
  readonly isStream?: true;
}

/** A request to the fake API. */
export interface FakeRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The parsed JSON body, if there is one. */
  readonly body?: unknown;
}

/**
 * Answers that are preferred to examples: a function of the request and of the endpoint, if the contracts have one. Undefined: there is
 * none.
 */
export type KnownAnswers = (request: FakeRequest, endpoint: Endpoint | undefined) => unknown;

const admin: SessionUser = {
  id: 1,
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'admin@khmer.local',
  role: 'admin',
};

const failure = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  body: { message, code, requestId: 'dev-host' } satisfies ErrorBody,
});

/** The parameters of a path of an endpoint; undefined if the path is another one. */
function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const isMatch = wanted.every((part, at) => part.startsWith(':') || part === given[at]);
  if (!isMatch) return undefined;
  const named = wanted.flatMap((part, at) =>
    part.startsWith(':') ? [[part.slice(1), given[at] ?? '']] : [],
  );
  return Object.fromEntries(named);
}

interface Match {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** The endpoint of the console for a request. Fixed paths win over parameters: `/api/lessons/search` over `/api/lessons/:id`. */
function findEndpoint({ method, path }: Pick<FakeRequest, 'method' | 'path'>): Match | undefined {
  const matches = endpoints.flatMap((endpoint): Match[] => {
    if (endpoint.method !== method || endpoint.access === 'internal' || endpoint.envelope) return [];
    const paths = [endpoint.path, ...(endpoint.aliases ?? [])];
    const params = paths.map((pattern) => matchPath(pattern, path)).find((found) => found !== undefined);
    return params === undefined ? [] : [{ endpoint, params }];
  });
  return matches.toSorted(
    (one, other) => Object.keys(one.params).length - Object.keys(other.params).length,
  )[0];
}

/** The example of a response; an item has the id that was asked for. */
function exampleResponse({ endpoint, params }: Match): unknown {
  const example = exampleOf(endpoint.response);
  const id = Number(params.id);
  if (typeof example !== 'object' || example === null) return example;
  // A dashboard on which nothing needs attention: who tries a remote has no drafts, failed payments or jobs to look for.
  if (endpoint.id === dashboardStatsGet.id) return { ...example, attention: undefined };
  if (endpoint.id === consoleHealthGet.id) return { ...example, deadEvents: 0 };
  if (/^deadJobs\.\w+\.list$/.test(endpoint.id)) return { jobs: [] };
  return 'id' in example && Number.isInteger(id) ? { ...example, id } : example;
}

/** The email address and password of the sign-in screen are not checked; the address decides the role. */
function signedInUser(body: unknown): SessionUser {
  const email = typeof body === 'object' && body !== null && 'email' in body ? String(body.email) : '';
  return { ...admin, email, role: email.startsWith('teacher') ? 'teacher' : 'admin' };
}

/**
 * Creates an API that answers every endpoint of the console with an example that is made from its response schema, and streams without
 * any event. Nothing is stored, except the settings of remotes, and who is signed in: at first an admin; `teacher@…` signs in as a
 * teacher, any other address as an admin.
 *
 * @param answers preferred to examples, except for who is signed in and the settings of remotes
 */
export function createFakeApi(answers: KnownAnswers = () => undefined): (request: FakeRequest) => FakeAnswer {
  let user: SessionUser | null = admin;
  const settings = new Map<string, RemoteSettings>();
  function answerSettings({ endpoint, params: { remote = '' } }: Match, body: unknown): FakeAnswer {
    const stored = settings.get(remote) ?? { settings: {}, version: 0 };
    if (endpoint.id === remoteSettings.get.id) return { status: 200, body: stored };
    const { data } = remoteSettings.put.body.safeParse(body);
    if (data === undefined)
      return failure(400, 'validation_failed', 'Settings are a JSON object of at most 16 KB');
    const next = { settings: data, version: stored.version + 1 };
    settings.set(remote, next);
    return { status: 200, body: next };
  }
  return (request) => {
    const match = findEndpoint(request);
    if (match === undefined) {
      const body = answers(request, undefined);
      if (body !== undefined) return { status: 200, body };
      return failure(404, 'not_found', `The contracts have no ${request.method} ${request.path}`);
    }
    const { endpoint } = match;
    if (endpoint.id === authConsoleLogin.id) user = signedInUser(request.body);
    if (endpoint.id === authConsoleLogin.id || (endpoint.id === authSession.id && user))
      return { status: 200, body: { user } };
    if (user === null && endpoint.access !== 'public')
      return failure(401, 'unauthenticated', 'Sign in first');
    if (endpoint.id === remoteSettings.get.id || endpoint.id === remoteSettings.put.id)
      return answerSettings(match, request.body);
    if (endpoint.responseType === 'event-stream') return { status: 200, isStream: true };
    if (endpoint.id === authLogout.id) user = null;
    const body = answers(request, endpoint) ?? exampleResponse(match);
    return { status: endpoint.status ?? 200, body };
  };
}

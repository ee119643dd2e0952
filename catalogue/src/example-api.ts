import type { AuditEntry, CommentThread, DeletedItem, VersionEntry } from '@khmer-learning/contracts';
import { khmerText } from './sample-texts.ts';

/** Ids of items for the states of components that fetch data. */
export const exampleIds = { filled: 1, empty: 2, failing: 3, loading: 4 } as const;

const sokha = { id: 1, name: 'Sokha Chan' };
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

function auditEntry(id: string, change: Partial<AuditEntry>): AuditEntry {
  return {
    id,
    at: hoursAgo(2),
    service: 'content',
    action: 'updated',
    entity: 'lesson',
    entityId: String(exampleIds.filled),
    title: 'Greetings',
    fields: ['title', 'words'],
    detail: null,
    actor: { ...sokha, role: 'admin', email: 'sokha@khmer.local' },
    address: '192.0.2.7',
    requestId: 'req-7f3a',
    ...change,
  };
}

const auditEntries = [
  auditEntry('2', {}),
  auditEntry('1', { action: 'created', fields: [], at: hoursAgo(500), actor: null, address: null }),
];

const lessonTitles = ['Greeting', 'Greetings', `Greetings ${khmerText}`];
const lessonAt = (version: number) => ({
  id: exampleIds.filled,
  version,
  title: lessonTitles[version - 1],
  status: 'published',
});
const versions: readonly VersionEntry[] = [3, 2, 1].map((version) => ({
  version,
  track: 'item',
  savedAt: hoursAgo(30 * (4 - version)),
  savedBy: sokha,
  action: version === 1 ? 'created' : 'updated',
  changedFields: version === 1 ? [] : ['title'],
}));

const deletedItem = (id: number, title: string): DeletedItem => ({
  id,
  title,
  deletedAt: hoursAgo(2),
  deletedBy: sokha,
  deletedWith: null,
  expiresAt: hoursAgo(-29.5 * 24),
});

const commentThreads: readonly CommentThread[] = [
  {
    ...{ id: 1, anchor: { field: 'title' }, resolvedAt: null, resolvedBy: null },
    comments: ['Is there a better word?', khmerText].map((text, index) => ({
      ...{ id: index + 1, author: sokha, text, mentions: [], createdAt: hoursAgo(3), editedAt: null },
    })),
  },
];

type Answers = Readonly<Record<string, unknown>>;

const answers: Answers = {
  [`/api/audit?entityId=${exampleIds.filled}`]: { data: auditEntries, total: 2 },
  [`/api/audit?entityId=${exampleIds.empty}`]: { data: [], total: 0 },
  [`/api/lessons/${exampleIds.filled}`]: lessonAt(3),
  [`/api/lessons/${exampleIds.filled}/versions`]: { data: versions, next: null },
  ...Object.fromEntries(
    versions.map(({ version }) => [
      `/api/lessons/${exampleIds.filled}/versions/${version}`,
      lessonAt(version),
    ]),
  ),
  [`/api/lessons/${exampleIds.filled}/comments`]: { threads: commentThreads },
  '/api/lessons/comments/people': { people: [sokha, { id: 2, name: khmerText }] },
  '/api/deleted-lessons': { data: [deletedItem(1, 'Greetings'), deletedItem(2, khmerText)], total: 2 },
};

const isPending = (address: string) => address.includes(`entityId=${exampleIds.loading}`);

async function exampleFetch(input: RequestInfo | URL): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input), 'http://localhost');
  const entityId = searchParams.get('entityId');
  const address = entityId === null ? pathname : `${pathname}?entityId=${entityId}`;
  if (isPending(address)) return new Promise(() => {});
  const answer = answers[address];
  return answer === undefined
    ? Response.json(
        { message: 'The catalogue has no answer to this call.', code: 'not_found', requestId: 'catalogue' },
        { status: 404 },
      )
    : Response.json(answer);
}

/** Tells once that two users have the first item open. */
class ExampleEventSource extends EventTarget {
  constructor() {
    super();
    const items = [`lesson:${exampleIds.filled}`];
    const pages = ['Dara Kim', 'សុខា ចាន់'].map((name, index) => ({
      page: String(index).padStart(32, '0'),
      userId: index + 2,
      name,
      items,
    }));
    const event = new MessageEvent('presence', { data: JSON.stringify(pages) });
    setTimeout(() => this.dispatchEvent(event));
  }
  close() {}
}

/** Answers the page's API calls with examples. Other calls fail, which shows the components' errors. */
export function installExampleApi(): void {
  globalThis.fetch = exampleFetch;
  Object.assign(globalThis, { EventSource: ExampleEventSource });
}

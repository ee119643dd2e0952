import {
  itemEntities,
  messages,
  type PresentPage,
  type Principal,
  presenceLimits,
  presenceStream,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { ApiError, type Logger, type NatsConnectionManager } from '@khmer-learning/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../api/identity/authenticator.ts';
import { createRateLimiter } from '../../api/identity/rate-limiter.ts';
import { classifyOrigin } from '../../http/classify-origin.ts';
import { createPresenceDirectory } from './presence-directory.ts';

/** What teachers may watch. Admins may watch every kind of entity. */
const watchedByTeachers: ReadonlySet<string> = new Set(itemEntities);

/** Streams of one session: a browser without HTTP/2 makes at most six connections for all of its pages. */
const streamsPerSession = 4;
/** Streams of one user, in all of their browsers. */
const streamsPerUser = 12;
/** Streams that one user may open in a minute. */
const openingsPerMinute = 120;
/** A reader that is this many bytes behind is dropped. */
const maxUnreadBytes = 256 * 1024;
/** Changes within this time are told together. */
const tellingMs = 1_000;
/** Interval of comments that keep proxies from closing a quiet stream, and of checks of the sessions. */
const keepAliveMs = 15_000;
/** A browser that is gone without closing its connection is noticed when it does not connect again after this time. */
const lifetimeMs = 60_000;

interface Stream {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly sessionId: string;
  readonly page: PresentPage;
  /** The items that the page has open or shows. */
  readonly watched: readonly string[];
  /** What the page was told last. */
  told: string;
  /** Another stream has replaced it. */
  isReplaced: boolean;
}

/** Creates the handler of `presenceStream`: the streams of who has which items open. */
export function createPresence(options: {
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
  readonly publicOrigin: string | undefined;
  /** Streams of this gateway. */
  readonly maxStreams: number;
  /** Authenticates a stream again while it is open. */
  readonly authenticate: Authenticator;
  /** Looks up the name of a user; rejects when it cannot be found out. */
  readonly nameOf: (userId: number) => Promise<string>;
}) {
  const { nats, logger, publicOrigin, maxStreams, authenticate, nameOf } = options;
  const streams = new Set<Stream>();
  /** The streams of the pages that have an item open. A page has a bounded number of items open. */
  const streamsByItem = new Map<string, Set<Stream>>();
  const openings = createRateLimiter<number>({ max: 10_000 });
  let isStopped = false;
  let telling: NodeJS.Timeout | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  const directory = createPresenceDirectory({ nats, logger, onChange: scheduleTelling });

  const send = ({ reply: { raw } }: Stream, text: string) => {
    raw.write(text);
    if (raw.writableLength > maxUnreadBytes) raw.destroy();
  };
  const end = ({ reply }: Stream) => reply.raw.end();
  /** Sends what others have open of a stream's items, unless the page knows it. */
  function tell(stream: Stream, pagesByItem: ReadonlyMap<string, readonly PresentPage[]>): void {
    const itemsByPage = new Map<PresentPage, string[]>();
    for (const item of stream.watched) {
      for (const page of pagesByItem.get(item) ?? []) {
        if (page.page === stream.page.page && page.userId === stream.page.userId) continue;
        const items = itemsByPage.get(page);
        if (items) items.push(item);
        else itemsByPage.set(page, [item]);
      }
    }
    const pages: ResponseOf<typeof presenceStream> = [...itemsByPage].map(([page, items]) => ({
      ...page,
      items,
    }));
    const text = `event: presence\ndata: ${JSON.stringify(pages)}\n\n`;
    if (text === stream.told) return;
    stream.told = text;
    send(stream, text);
  }

  function scheduleTelling(): void {
    if (isStopped) return;
    telling ??= setTimeout(
      () => {
        telling = undefined;
        toldAt = performance.now();
        const pagesByItem = directory.byItem();
        for (const stream of streams) tell(stream, pagesByItem);
      },
      Math.max(0, toldAt + tellingMs - performance.now()),
    ).unref();
  }

  /** A session that has ended, or of which that cannot be found out, has no stream. */
  async function checkSession(stream: Stream): Promise<void> {
    try {
      await authenticate(presenceStream, stream.request, stream.reply);
    } catch {
      end(stream);
    }
  }

  const keepAlive = setInterval(() => {
    for (const stream of streams) {
      send(stream, ':\n\n');
      void checkSession(stream);
    }
  }, keepAliveMs).unref();

  /** @throws ApiError 429 or 503 when there are too many streams */
  function replaceEarlier({ page: { page, userId }, sessionId }: Stream): void {
    const ofUser = [...streams].filter((stream) => stream.page.userId === userId && !stream.isReplaced);
    const earlier = ofUser.find((stream) => stream.page.page === page);
    if (!earlier) {
      const ofSession = ofUser.filter((stream) => stream.sessionId === sessionId);
      if (ofSession.length >= streamsPerSession || ofUser.length >= streamsPerUser)
        throw new ApiError(429, 'Too many streams', { retryAfter: 60 });
      if (streams.size >= maxStreams) throw new ApiError(503, 'Too many streams', { retryAfter: 60 });
      return;
    }
    earlier.isReplaced = true;
    end(earlier);
  }

  function open(stream: Stream): void {
    const { request, reply, page } = stream;
    replaceEarlier(stream);
    streams.add(stream);
    for (const item of page.items) {
      const ofItem = streamsByItem.get(item);
      if (ofItem) ofItem.add(stream);
      else streamsByItem.set(item, new Set([stream]));
    }
    directory.put(page);
    reply.hijack();
    const { raw } = reply;
    const ending = setTimeout(() => end(stream), lifetimeMs * (0.9 + Math.random() * 0.2)).unref();
    raw.once('close', () => {
      clearTimeout(ending);
      streams.delete(stream);
      for (const item of page.items) {
        const ofItem = streamsByItem.get(item);
        if (ofItem?.delete(stream) && ofItem.size === 0) streamsByItem.delete(item);
      }
      if (!stream.isReplaced) directory.release(page);
    });
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      // nginx would otherwise hold back what it thinks too short.
      'x-accel-buffering': 'no',
      ...(request.raw.httpVersionMajor === 1 ? { connection: 'keep-alive' } : {}),
    };
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200);
    tell(stream, directory.byItem());
  }

  return {
    async handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      // An `EventSource` is a GET: a page of another site must not make its visitor appear here.
      if (classifyOrigin(request.headers, publicOrigin) === 'foreign')
        throw new ApiError(403, 'This request did not come from the console');
      const query = presenceStream.query.safeParse(request.query);
      if (!query.success)
        throw new ApiError(400, query.error.issues[0]?.message ?? 'The request is not valid');
      const { userId, sessionId, role } = requireSession(request.principal);
      const { page, open: items, shown } = query.data;
      const watched = [...new Set([...items, ...shown])];
      const mayOpen = (item: string) =>
        role === 'admin' || watchedByTeachers.has(item.slice(0, item.indexOf(':')));
      if (!watched.every(mayOpen)) throw new ApiError(403, messages.auth.forbidden);
      if (request.method === 'HEAD') return reply.type('text/event-stream').send();
      const { allowed, resetSeconds } = openings.consume(userId, openingsPerMinute);
      if (!allowed) throw new ApiError(429, 'Too many requests', { retryAfter: resetSeconds });
      const name = (await nameOf(userId)).slice(0, presenceLimits.name);
      if (isStopped) throw new ApiError(503, 'The gateway is stopping', { retryAfter: 1 });
      if (reply.raw.destroyed) return reply.hijack();
      const opened = { request, reply, sessionId, page: { page, userId, name, items }, watched };
      open({ ...opened, told: '', isReplaced: false });
      return reply;
    },
    /** Ends the streams of a user whose session has ended. */
    checkSessions(userId: number): void {
      for (const stream of streams) if (stream.page.userId === userId) void checkSession(stream);
    },
    /** Tells the pages that have an item open that it was saved, such as `lesson:42`. */
    tellSaved(item: string): void {
      for (const stream of streamsByItem.get(item) ?? []) send(stream, `event: saved\ndata: ${item}\n\n`);
    },
    /** Number of open streams. */
    streamCount: (): number => streams.size,
    /** Ends every stream at once, so that none keeps the process from stopping. */
    stop(): void {
      isStopped = true;
      clearInterval(keepAlive);
      clearTimeout(telling);
      directory.stop();
      for (const stream of streams) end(stream);
    },
  };
}

function requireSession(principal: Principal) {
  if (principal.kind !== 'session') throw new Error('The access of the endpoint requires a session');
  return principal;
}

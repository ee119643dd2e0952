import { type PresentPage, presenceSubject, presentPagesSchema } from '@khmer-learning/contracts';
import type { Logger, NatsConnectionManager } from '@khmer-learning/service-kit';
import { z } from 'zod';
import { openGatewayChannel } from '../../nats/gateway-channel.ts';

/** Changes within this time are told together, so that a gateway sends at most ten messages a second. */
const gatherMs = 100;
/** Pages of one gateway with open items. Its message then stays far below NATS's size limit of 1 MiB. */
const maxPages = 1_000;
/** Pages that have the same item open, beyond which others are not listed. */
const maxPagesPerItem = 20;
/** Other gateways. A process that restarts all the time must not fill the memory. */
const maxGateways = 100;

const messageSchema = z.object({ pages: presentPagesSchema.max(maxPages) });

/** A page id is public, so it counts only together with the user. */
const keyOf = ({ userId, page }: PresentPage) => `${userId}:${page}`;

export type PresenceDirectory = ReturnType<typeof createPresenceDirectory>;

/**
 * Creates the directory of the pages of the console that have items open, at all gateways. Each gateway tells the others all of its
 * pages, after each change and as a heartbeat: a lost message is repaired by the next one. Without NATS, each gateway knows its own
 * pages. Nothing is stored.
 */
export function createPresenceDirectory(options: {
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
  /** Called soon after pages have come, gone or changed. */
  readonly onChange: () => void;
  /** How often a gateway repeats which pages it has. */
  readonly heartbeatMs?: number;
  /** A gateway that has not been heard of for this time is gone, and so are its pages. */
  readonly expiryMs?: number;
  /** How long a page is still listed after its stream has ended: it may connect again. */
  readonly leaveMs?: number;
}) {
  const { nats, logger, onChange, heartbeatMs = 10_000, expiryMs = 30_000, leaveMs = 3_000 } = options;
  const own = new Map<string, PresentPage>();
  /** The timers of own pages whose streams have ended. */
  const leaving = new Map<string, NodeJS.Timeout>();
  /** In the order in which they were last heard of. */
  const others = new Map<string, { pages: readonly PresentPage[]; heardAt: number }>();
  let gathering: NodeJS.Timeout | undefined;
  let mustPublish = false;
  let isStopped = false;

  const publish = () => {
    mustPublish = false;
    channel.publish({ pages: [...own.values()].slice(0, maxPages) });
  };

  function announce(ownHaveChanged: boolean): void {
    mustPublish ||= ownHaveChanged;
    if (isStopped) return;
    gathering ??= setTimeout(() => {
      gathering = undefined;
      if (mustPublish) publish();
      onChange();
    }, gatherMs).unref();
  }

  function remove(key: string): void {
    clearTimeout(leaving.get(key));
    leaving.delete(key);
    if (own.delete(key)) announce(true);
  }

  function receive({ pages }: z.infer<typeof messageSchema>, from: string): void {
    const known = others.get(from);
    if (!known && others.size >= maxGateways) return;
    others.delete(from);
    others.set(from, { pages, heardAt: performance.now() });
    // It has connected again, there.
    for (const key of pages.map(keyOf)) if (leaving.has(key)) remove(key);
    // A gateway that has just started does not know our pages yet.
    const isNew = !known;
    if (isNew || JSON.stringify(known.pages) !== JSON.stringify(pages)) announce(isNew);
  }

  const channel = openGatewayChannel({
    nats,
    logger,
    subject: presenceSubject,
    schema: messageSchema,
    onMessage: receive,
    onConnected: () => announce(true),
  });

  const heartbeat = setInterval(() => {
    publish();
    for (const [id, { heardAt, pages }] of others) {
      if (performance.now() - heardAt < expiryMs) continue;
      others.delete(id);
      if (pages.length > 0) announce(false);
    }
  }, heartbeatMs).unref();

  return {
    /** The pages that have each item open, at most twenty each. */
    byItem(): ReadonlyMap<string, readonly PresentPage[]> {
      const listed = new Map<string, PresentPage>();
      for (const { pages } of others.values()) for (const page of pages) listed.set(keyOf(page), page);
      for (const [key, page] of own) listed.set(key, page);
      const pagesByItem = new Map<string, PresentPage[]>();
      for (const page of listed.values()) {
        for (const item of page.items) {
          const pages = pagesByItem.get(item);
          if (!pages) pagesByItem.set(item, [page]);
          else if (pages.length < maxPagesPerItem) pages.push(page);
        }
      }
      return pagesByItem;
    },
    /** Adds or replaces a page that is connected to this gateway. */
    put(page: PresentPage): void {
      const key = keyOf(page);
      clearTimeout(leaving.get(key));
      leaving.delete(key);
      const known = own.get(key);
      if (page.items.length === 0) remove(key);
      else if (JSON.stringify(known) !== JSON.stringify(page) && (known || own.size < maxPages)) {
        own.set(key, page);
        announce(true);
      }
    },
    /** The page's stream has ended. */
    release(page: PresentPage): void {
      const key = keyOf(page);
      if (own.has(key) && !isStopped) leaving.set(key, setTimeout(() => remove(key), leaveMs).unref());
    },
    stop(): void {
      isStopped = true;
      clearInterval(heartbeat);
      clearTimeout(gathering);
      for (const timer of leaving.values()) clearTimeout(timer);
      channel.stop();
      // Pages are not taken back: they connect to another gateway within a moment, or expire.
    },
  };
}

import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { serialId } from '../core/fields.ts';

/** Limits of presence, on both sides. */
export const presenceLimits = {
  /** Items that one page has open. */
  itemsPerPage: 4,
  /** Items that one page shows, such as those of a list. */
  shownPerPage: 100,
  /** Characters of a name. */
  name: 100,
} as const;

/** An item that a page has open: a kind of entity and its id, such as `lesson:42`. */
const openItem = z.string().regex(/^[a-z][a-z-]{0,39}:[1-9]\d{0,14}$/, 'Invalid item');

/** At most `max` items, separated by commas. */
const itemList = (max: number) =>
  z
    .string()
    .max(60 * max)
    .default('')
    .transform((list) => list.split(',').filter((item) => item !== ''))
    .pipe(z.array(openItem).max(max));

/** 16 random bytes: browsers have `randomUUID` only on https. */
const pageId = z.string().regex(/^[\da-f]{32}$/, 'Invalid page');

const presentPageSchema = z.object({
  /** Chosen by the page, so that it knows itself and replaces its earlier stream. */
  page: pageId,
  userId: serialId,
  /** The user's name; never the address. */
  name: z.string().max(presenceLimits.name),
  items: z.array(openItem).max(presenceLimits.itemsPerPage),
});
/** A page of the console, who has it open, and the items that it has open. */
export type PresentPage = z.infer<typeof presentPageSchema>;

/** Every page that has an item open. */
export const presentPagesSchema = z.array(presentPageSchema);

/**
 * The stream of who has which items open (`text/event-stream`): `presence` events whose data are the pages that have an item open
 * which this page has open or shows, with these items only. One is sent at the start, and when that has changed at most one a
 * second. A `saved` event, whose data are the item alone, says that an item which this page has open was saved, by whomever. What
 * this page has open and shows is in the address (403 with an item of a kind that its user may not open), so a new stream needs no other call. It ends after some time, and with the
 * session; a browser that still has the page connects again.
 */
export const presenceStream = endpoint({
  id: 'presence.stream',
  service: 'gateway',
  method: 'GET',
  path: '/api/presence',
  access: 'session',
  summary: 'Who has which items open',
  query: z.object({
    page: pageId,
    /** The items that the page has open, separated by commas. */
    open: itemList(presenceLimits.itemsPerPage),
    /** The items that the page shows, such as those of a list, separated by commas. */
    shown: itemList(presenceLimits.shownPerPage),
  }),
  response: presentPagesSchema,
  responseType: 'event-stream',
});

import { isDeepStrictEqual } from 'node:util';
import {
  type CommentAnchor,
  commentLimits,
  type EventDefinition,
  findCommentPlace,
  knownText,
  matchItems,
} from '@khmer-learning/contracts';
import { addCommitHook } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { entityKeyOf, type VersionedEntity } from '../versions/version-rows.ts';
import { type CommentThreadRow, commentThreadsOf } from './comment-rows.ts';

/** A row of a section. */
interface AnchoredRow {
  /** Its line. */
  readonly text: string;
  /** What mostly stays the same when it is changed, such as its word. */
  readonly keys: readonly string[];
}

/** A section that comments may be anchored to: of a lesson, or a question of a quiz. */
export interface AnchoredSection {
  /** Sections with different ids are never the same. */
  readonly id?: number | undefined;
  readonly text: string;
  /** Its contents, which stay the same when it gets another title. */
  readonly contents: string;
  readonly rows: readonly AnchoredRow[];
}

/** A kind of item with sections. */
export interface SectionedKind {
  readonly event: EventDefinition;
  /** The field of its state that has them. */
  readonly field: string;
  readonly sectionsOf: (value: never) => readonly AnchoredSection[];
}

type SectionAnchor = Extract<CommentAnchor, { section: unknown }>;

const kindsByConnection = new WeakMap<Connection, readonly SectionedKind[]>();

/** Registers the model of comment threads, and has every save of an item keep their anchors. */
export function registerComments(connection: Connection, kinds: readonly SectionedKind[]): void {
  commentThreadsOf(connection);
  kindsByConnection.set(connection, kinds);
  addCommitHook(connection, {
    async store(_connection, changes, { session }) {
      const saves = changes.flatMap(({ definition: { entity }, id, before, after }) =>
        before && after ? [{ entity, id, before, after }] : [],
      );
      await followAnchors(connection, saves, session);
    },
  });
}

/** A save of an item, or of its working copy. */
interface SavedSections extends VersionedEntity {
  /** The contents before the save. */
  readonly before: object;
  readonly after: object;
}

/**
 * Adds to the anchors of open threads the new texts of sections and rows that saves of items, or of their working copies,
 * change. A row is known by its line or, if that is changed, by its word within its section: never by its place, where
 * another may be now. Saves that change no section cost nothing, others together one read by an index.
 */
export async function followAnchors(
  connection: Connection,
  saves: readonly SavedSections[],
  session: ClientSession,
): Promise<void> {
  const kinds = kindsByConnection.get(connection) ?? [];
  const changed = new Map<string, { kind: SectionedKind; before: unknown; after: unknown }>();
  for (const save of saves) {
    const kind = kinds.find(({ event }) => event.entity === save.entity);
    const [before, after] = [save.before, save.after].map((contents) => kind && sectionsIn(contents, kind));
    if (!kind || !before || !after || isDeepStrictEqual(before, after)) continue;
    const item = entityKeyOf(save);
    // A transaction may save an item twice.
    changed.set(item, { kind, before: changed.get(item)?.before ?? before, after });
  }
  if (changed.size === 0) return;
  const rows = commentThreadsOf(connection);
  const where = {
    item: { $in: [...changed.keys()] },
    resolvedAt: null,
    'anchor.section.0': { $exists: true },
  };
  const threads = await rows
    .find(where, { item: 1, anchor: 1 }, { session })
    .lean<Pick<CommentThreadRow, '_id' | 'item' | 'anchor'>[]>();
  const followers = new Map<string, ReturnType<typeof createFollower>>();
  for (const { _id, item, anchor } of threads) {
    const save = changed.get(item);
    if (!save || !anchor || !('section' in anchor)) continue;
    const { kind, before, after } = save;
    const follow =
      followers.get(item) ??
      createFollower(kind.sectionsOf(before as never), kind.sectionsOf(after as never));
    followers.set(item, follow);
    const next = follow(anchor);
    if (next) await rows.updateOne({ _id }, { $set: { anchor: next } }, { session });
  }
}

const sectionsIn = (contents: object, { field }: SectionedKind) =>
  new Map<string, unknown>(Object.entries(contents)).get(field);

/** Creates the function that gives an anchor after a save, undefined if the save changes nothing in its texts. */
export function createFollower(before: readonly AnchoredSection[], after: readonly AnchoredSection[]) {
  const sections = matchSections(before, after);
  const sectionAfter = new Map([...sections].map(([index, former]) => [former, index]));
  const rowsOf = (list: readonly AnchoredSection[], nameOf: (index: number) => unknown) =>
    list.flatMap(({ rows }, section) =>
      rows.map(({ text, keys }) => ({ place: nameOf(section), text, keys, section })),
    );
  // Sections that were deleted have no place among the present ones.
  const rowsBefore = rowsOf(before, (index) => sectionAfter.get(index) ?? `deleted ${index}`);
  const rowsAfter = rowsOf(after, (index) => index);
  const keyAt = (index: number) => (row: (typeof rowsBefore)[number]) =>
    row.keys[index] && JSON.stringify([row.place, row.keys[index]]);
  const inPlace = ({ place, text }: (typeof rowsBefore)[number]) => JSON.stringify([place, text]);
  const found = matchItems(
    rowsBefore,
    rowsAfter,
    { keys: [inPlace, ({ text }) => text, keyAt(0), keyAt(1)] },
    false,
  );
  const rowAfter = new Map([...found].map(([index, former]) => [rowsBefore[former], rowsAfter[index]]));
  const textsOf = (list: readonly AnchoredSection[]) =>
    list.map(({ text, rows }) => ({ text, rows: rows.map((row) => row.text) }));
  const placesBefore = textsOf(before);

  return (anchor: SectionAnchor): SectionAnchor | undefined => {
    const place = findCommentPlace(anchor, placesBefore);
    const former = place && before[place.section];
    if (!former) return undefined;
    if (!anchor.row || place.row === undefined) {
      const next = after[sectionAfter.get(place.section) ?? -1];
      return next && next.text !== former.text ? { section: withText(anchor.section, next.text) } : undefined;
    }
    const rowBefore = rowsBefore.filter(({ section }) => section === place.section)[place.row];
    const next = rowBefore && rowAfter.get(rowBefore);
    const section = next && after[next.section];
    if (!section || (next.text === rowBefore.text && section.text === former.text)) return undefined;
    return { section: withText(anchor.section, section.text), row: withText(anchor.row, next.text) };
  };
}

/** Finds the sections of before in those of after: by title, by contents, or by half of their rows. */
function matchSections(before: readonly AnchoredSection[], after: readonly AnchoredSection[]) {
  const keys = [({ text }: AnchoredSection) => text, ({ contents }: AnchoredSection) => contents];
  const found = matchItems(before, after, { idOf: ({ id }) => id, keys }, false);
  const taken = new Set(found.values());
  for (const [index, { rows }] of after.entries()) {
    if (found.has(index) || rows.length === 0) continue;
    const texts = new Set(rows.map(({ text }) => text));
    const former = before.findIndex((section, place) => {
      const kept = section.rows.filter(({ text }) => texts.has(text)).length;
      return !taken.has(place) && kept > 0 && kept * 2 >= section.rows.length;
    });
    if (former < 0) continue;
    found.set(index, former);
    taken.add(former);
  }
  return found;
}

function withText(texts: readonly string[], text: string): string[] {
  const known = knownText(text);
  return [known, ...texts.filter((one) => one !== known)].slice(0, commentLimits.knownTexts);
}

import type { EventDefinition, VersionTrack } from '@khmer-learning/contracts';
import {
  commit,
  nextId,
  notFound,
  type RequestContext,
  type ServiceContext,
  type Transaction,
  validateInput,
} from '@khmer-learning/service-kit';
import { createHistory, forgetDeletedItems } from '../history/history.ts';
import { correctSearch, hasWord } from '../search/dictionary.ts';
import { auditInputForRestoration, auditInputForUpdate } from '../versions/audit-input.ts';
import type { ItemRow, ItemState } from './item-feed.ts';
import type { ItemKind, PatchOf } from './item-kind.ts';
import { createItemWrites, type ItemWrites, type SavedItem } from './item-writes.ts';

/** The operations of one kind of item. Those that take an id throw ApiError 404 when there is none. */
export type Items<Contents extends object, Item, Row extends ItemRow, Joined> = ReturnType<
  typeof createItems<Contents, Item, ItemState, Row, Joined>
>;

/** A version that is kept, of an item or of its working copy. */
export interface KeptVersion {
  readonly version: number;
  readonly track: VersionTrack;
}

/** Creates the operations of one kind of item. A composition may replace each of them. */
export function createItems<
  Contents extends object,
  Item,
  State extends ItemState,
  Row extends ItemRow,
  Joined,
>(
  store: ServiceContext,
  kind: ItemKind<Contents, Item, State, Row, Joined>,
  writes: ItemWrites<Contents, Row, Joined> = createItemWrites(store, kind),
  workingCopy?: Pick<EventDefinition, 'entity'>,
) {
  const { connection } = store;
  const { event, toState } = kind;
  const { label, messages } = kind.contract;
  const history = createHistory(store, {
    definition: event,
    label,
    async readPresent(id) {
      const found = await kind.read(id, null);
      return found ? { version: found.row.version, state: toState(found.row) } : undefined;
    },
    workingCopy,
  });

  /** @param restoredFrom the earlier version whose contents the patch has; undefined for an update */
  async function save(
    id: number,
    input: PatchOf<Contents>,
    ifMatch: number | undefined,
    context: RequestContext,
    restoredFrom?: number,
  ): Promise<Item> {
    const isRestored = restoredFrom !== undefined;
    const patch = kind.prepare ? await kind.prepare(input, context, { id, isRestored }) : input;
    const { current, next } = await commit(store, context, async (tx) => {
      if (isRestored) await kind.requireParents?.(tx, patch);
      const saved = await writes.update(tx, id, patch, ifMatch, { isRestored, cause: context });
      auditSave(tx, saved, restoredFrom);
      return saved;
    });
    if (next !== current) kind.committed?.(current.row, next.row);
    return kind.toItem(next);
  }

  function auditSave(
    tx: Transaction,
    { current, next }: SavedItem<Row, Joined>,
    restoredFrom?: number,
  ): void {
    if (next.row === current.row) return;
    const [before, after] = [toState(current.row), toState(next.row)];
    const note =
      restoredFrom === undefined
        ? auditInputForUpdate(before, after)
        : auditInputForRestoration(before, after, restoredFrom);
    tx.audit(event, { ...note, id: next.row._id, title: next.row.title });
  }

  /** Saves contents from the past as a new version. @param from the version, for the audit log. @throws as `versions.restore` */
  function restoreContents(
    id: number,
    contents: object,
    from: number,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<Item> {
    return save(id, validateInput(kind.contract.update.body, contents), ifMatch, context, from);
  }

  const model = connection.model(kind.model.modelName);

  return {
    history,
    /** The same as parts of a transaction. */
    writes,
    restoreContents,

    /** @returns the search that was meant by one that finds nothing, whatever else the list is filtered by */
    async suggestSearch(search: string): Promise<{ readonly searchFor: string | null }> {
      const hasHits = (word: string) => hasWord(model, word);
      return { searchFor: await correctSearch(connection, search, hasHits) };
    },

    async get(id: number): Promise<Item> {
      const found = await kind.read(id, null);
      if (!found) throw notFound(label);
      return kind.toItem(found);
    },

    /** @throws ApiError 400, 413 and 503 as the kind says, 409 for a taken title */
    async create(input: Contents, context: RequestContext): Promise<Item> {
      const contents = kind.prepare
        ? await kind.prepare(input, context, { id: null, isRestored: false })
        : input;
      const id = await nextId(connection, event.entity);
      const created = await commit(store, context, async (tx) => {
        const found = await writes.insert(tx, { id, contents });
        tx.audit(event, { action: 'created', id, title: found.row.title });
        return found;
      });
      return kind.toItem(created);
    },

    /** @param ifMatch the expected version; not checked when undefined. @throws ApiError as `create`, 409 for a stale version */
    update: (
      id: number,
      patch: PatchOf<Contents>,
      ifMatch: number | undefined,
      context: RequestContext,
    ): Promise<Item> => save(id, patch, ifMatch, context),

    async delete(id: number, context: RequestContext): Promise<{ message: string }> {
      await commit(store, context, async (tx) => {
        const { title } = await writes.remove(tx, id);
        tx.audit(event, { action: 'deleted', id, title });
      });
      return { message: messages.deleted };
    },

    versions: {
      list: history.list,
      /** Reads an item as it was at a version. */
      get: async (id: number, { version }: KeptVersion): Promise<Item> =>
        kind.toVersion(event.state.parse(await history.readState(id, version)), version),

      /** Saves the contents of a version as a new one. @throws ApiError as `update`, 409 that names a deleted parent */
      async restore(
        id: number,
        { version }: KeptVersion,
        ifMatch: number | undefined,
        context: RequestContext,
      ): Promise<Item> {
        const state = await history.readState(id, version);
        const contents = kind.toUpdate?.(event.state.parse(state)) ?? state;
        return restoreContents(id, contents, version, ifMatch, context);
      },
    },

    deleted: {
      list: history.listDeleted,

      /** @throws ApiError 409 when a parent was deleted, or for a taken title */
      async restore(id: number, context: RequestContext): Promise<Item> {
        const restored = await commit(store, context, async (tx) => {
          const found = await writes.revive(tx, await history.readDeleted(id, tx.session));
          await forgetDeletedItems(connection, event, [id], tx.session);
          tx.audit(event, { action: 'restored', id, title: found.row.title });
          return found;
        });
        return kind.toItem(restored);
      },
    },
  };
}

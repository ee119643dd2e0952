import type { CommitHook, EntityChange, EntityDeletion } from '@khmer-learning/service-kit';
import { type ItemDeletion, storeDeletedItems } from '../versions/deleted-items.ts';
import { storeVersions, type VersionSave } from '../versions/store-versions.ts';
import { endReviews } from './end-reviews.ts';
import { endSchedules } from './end-schedules.ts';

/**
 * Keeps the versions of changed items and remembers deleted ones, for definitions that keep versions. Whoever publishes or
 * unpublishes by hand ends what was scheduled, which the audit log says; a publication or deletion ends the review.
 */
export const storeItemChanges: CommitHook = {
  keepsVersions: true,
  async store(connection, changes, tx) {
    const { session } = tx;
    const kept = changes.filter(({ definition }) => definition.keepsVersions);
    const deleted = kept.filter((change) => change.after === null);
    await storeVersions(connection, kept.map(toVersionSave), session);
    await storeDeletedItems(connection, deleted.map(toItemDeletion), session);
    for (const { save, detail } of await endSchedules(connection, kept, session)) {
      const { definition, id, after } = save;
      const title = 'title' in after ? String(after.title) : '';
      tx.audit(definition, { action: 'schedule-cancelled', id, title, detail });
    }
    await endReviews(connection, kept, tx);
  },
};

function toVersionSave(change: EntityChange): VersionSave {
  const { id, version, before, after } = change;
  const { entity } = change.definition;
  const what = after === null ? 'deletion' : 'version';
  if (before === undefined) throw new Error(`${entity} ${id}: its ${what} needs the state before`);
  const isPublished = after && 'status' in after ? after.status !== 'draft' : undefined;
  const savedBy = change.actor?.id ?? null;
  return { entity, id, version, action: actionOf(change), savedBy, before, after, isPublished };
}

function actionOf(change: EntityChange): VersionSave['action'] {
  if (change.after === null) return 'deleted';
  if (change.isRestored) return 'restored';
  return change.before ? 'updated' : 'created';
}

function toItemDeletion(deletion: EntityDeletion): ItemDeletion {
  const { definition, id, version, actor, before, deletedWith, details } = deletion;
  return {
    entity: definition.entity,
    id,
    title: before?.title ?? '',
    version,
    deletedBy: actor?.id ?? null,
    ...(deletedWith && { with: deletedWith }),
    ...(details && { details }),
  };
}

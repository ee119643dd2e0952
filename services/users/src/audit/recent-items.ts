import {
  type AuditAction,
  commentedViews,
  type RecentItem,
  recentItemLimits,
} from '@khmer-learning/contracts';
import type { AuditModel, AuditRow } from './audit.model.ts';

/** Actions that change what an item says, or end it. */
const edits: ReadonlySet<AuditAction> = new Set([
  'created',
  'updated',
  'restored',
  'working-copy-saved',
  'working-copy-published',
  'deleted',
]);

/** The items of content that a user has edited last, without those whose last edit was their deletion. */
export async function readRecentItems(auditLog: AuditModel, userId: number): Promise<RecentItem[]> {
  const rows = await auditLog
    .find({ 'actor.id': userId }, { action: 1, entity: 1, entityId: 1, title: 1, at: 1 })
    .sort({ at: -1, _id: -1 })
    .hint({ 'actor.id': 1, at: -1, _id: -1 })
    .limit(recentItemLimits.examined)
    .lean<Pick<AuditRow, 'action' | 'entity' | 'entityId' | 'title' | 'at'>[]>();
  const items = new Map<string, RecentItem | null>();
  for (const { action, entity, entityId, title, at } of rows) {
    const key = `${entity}-${entityId}`;
    const id = Number(entityId);
    if (items.has(key) || !edits.has(action) || !Object.hasOwn(commentedViews, entity) || !(id > 0)) continue;
    items.set(key, action === 'deleted' ? null : { entity, id, title, at: at.toISOString() });
  }
  return [...items.values()].flatMap((item) => item ?? []).slice(0, recentItemLimits.items);
}

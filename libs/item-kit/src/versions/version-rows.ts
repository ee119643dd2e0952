import type { VersionAction } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { type mongo, Schema } from 'mongoose';

/** How a working copy ends: it is published, discarded, or becomes the draft. */
export type WorkingCopyEnd = Extract<VersionAction, 'published' | 'discarded' | 'unpublished'>;

/** One version of an entity, written in the transaction that saves it. */
export interface VersionRow {
  /** `lesson.42@0000000007`: ids of an entity's versions sort by version. */
  _id: string;
  savedAt: Date;
  /** The user's id; null for the system, and when unknown. */
  savedBy: number | null;
  action: VersionAction;
  changedFields: readonly string[];
  /** The compressed state, or its difference to that of `base`. Absent in the first version until the next save. */
  content?: mongo.Binary;
  /** The id of the version whose whole state the difference is to; absent for a whole state. */
  base?: string;
  /** Whether learners saw it. Absent for a kind that is not published, a working copy, and versions of earlier releases. */
  isPublished?: boolean;
  /** When the first of the automatic saves was made that this version stands for. */
  startedAt?: Date;
  /** Of a working copy that has ended: when it is erased. */
  expiresAt?: Date;
}

const schema = new Schema<VersionRow>(
  {
    _id: String,
    savedAt: Date,
    savedBy: Number,
    action: String,
    changedFields: [String],
    content: Buffer,
    base: String,
    isPublished: Boolean,
    startedAt: Date,
    expiresAt: Date,
  },
  { versionKey: false, collection: 'versions' },
);
schema.index({ expiresAt: 1 }, { sparse: true, expireAfterSeconds: 0 });

/** The model of the collection `versions` on a connection; registers it on first use. */
export const versionsOf = modelOf('Version', schema);

/** An entity whose versions are kept. */
export interface VersionedEntity {
  /** As in its event definition, such as `lesson`. */
  readonly entity: string;
  readonly id: string | number;
}

const versionDigits = 10;
/** Sorts after every digit. */
const afterDigits = '~';

/** The key of an entity, such as `lesson.42`. */
export function entityKeyOf({ entity, id }: VersionedEntity): string {
  return `${entity}.${id}`;
}

/** The `_id` of a version. */
export function versionRowId(of: VersionedEntity, version: number): string {
  return `${entityKeyOf(of)}@${String(version).padStart(versionDigits, '0')}`;
}

/** The version of a row. */
export function versionOfRow({ _id }: Pick<VersionRow, '_id'>): number {
  return Number(_id.slice(-versionDigits));
}

/** Selects an entity's versions before one, or all of them. */
export function versionRange(of: VersionedEntity, before?: number): { _id: { $gte: string; $lt: string } } {
  const prefix = `${entityKeyOf(of)}@`;
  return {
    _id: { $gte: prefix, $lt: before === undefined ? prefix + afterDigits : versionRowId(of, before) },
  };
}

/** The bytes of a row's content. */
export function bytesOf(content: mongo.Binary): Buffer {
  return Buffer.from(content.value());
}

import {
  type ListQuery,
  type SearchFields,
  searchCondition,
  searchSchemaFields,
} from '@khmer-learning/service-kit';
import { type ClientSession, type Model, Schema, type SchemaDefinition } from 'mongoose';
import { type MarkedRow, markSchemaFields } from '../changes/item-marks.ts';
import type { ItemRow } from './item-feed.ts';
import type { Found } from './item-kind.ts';

/** What all kinds store. */
export interface StoredItem extends SearchFields, MarkedRow {
  _id: number;
  title: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The indexes that a list needs which is sorted newest first; `itemSchema` declares them. */
export const newestFirst = { all: { _id: 1 }, words: { searchKeys: 1, _id: -1 } } as const;

/** The index of the items with a mark, the newest first; `itemSchema` declares it. */
export const markIndex = { marks: 1, _id: -1 } as const;

/** Declares the rows of a kind. @param fields its own, besides those of `StoredItem` */
export function itemSchema<Stored extends StoredItem>(
  collection: string,
  fields: SchemaDefinition,
): Schema<Stored> {
  const common = { _id: Number, title: String, version: Number, createdAt: Date, updatedAt: Date };
  const schema = new Schema<Stored>(
    { ...common, ...searchSchemaFields, ...markSchemaFields, ...fields },
    { versionKey: false, collection },
  );
  const isMarked = { marks: { $exists: true } };
  return schema.index(newestFirst.words).index(markIndex, { partialFilterExpression: isMarked });
}

/** Makes the `read` of a kind whose response needs nothing besides its row. @param projection of the row */
export function rowReader<Stored extends ItemRow, Row extends ItemRow>(
  model: Model<Stored>,
  projection: Readonly<Record<string, 0>>,
) {
  return async (id: number, session: ClientSession | null): Promise<Found<Row, null> | null> => {
    const row = await model.findById(id, projection, { session }).lean<Row>();
    return row && { row, joined: null };
  };
}

/** The query of a list that is sorted newest first. @param search as typed; undefined or blank matches all */
export function newestQuery(search: string | undefined): ListQuery {
  const where = searchCondition(search);
  const hint = where.searchKeys ? newestFirst.words : newestFirst.all;
  return { where, hint, sort: { _id: -1 } };
}

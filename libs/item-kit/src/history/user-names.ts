import { deletedLearnerName, type EventOf, userEvent } from '@khmer-learning/contracts';
import {
  isEventOf,
  modelOf,
  type Service,
  searchCondition,
  searchFields,
  startEventConsumer,
} from '@khmer-learning/service-kit';
import { type AnyBulkWriteOperation, type Connection, Schema } from 'mongoose';

/** The name of a user who is, or was, staff: only staff save what has a history. */
interface UserName {
  _id: number;
  name: string;
  isStaff: boolean;
  /** Whether the account can be used; absent on rows of before there were comments. */
  isActive?: boolean;
  /** False for who may not change what learners see; absent on rows of before there were rights. */
  mayPublish?: boolean;
}

const schema = new Schema<UserName>(
  { _id: Number, name: String, isStaff: Boolean, isActive: Boolean, mayPublish: Boolean },
  { versionKey: false, collection: 'user_names' },
);

/** The model of the collection `user_names` on a connection; registers it on first use. */
export const userNamesOf = modelOf('UserName', schema);

/**
 * Starts the consumer that copies the names of staff, for the history. As in the audit log, the name of a deleted staff
 * account stays, and that of a learner who deleted the account is erased.
 *
 * @param service `durable` is made from its name
 */
export function startUserNameConsumer(service: Service): void {
  const names = userNamesOf(service.connection);
  startEventConsumer(service, {
    durable: `${service.name}-user-names`,
    filterSubject: 'events.users.user.*',
    events: [userEvent],
    async handle(events, { session }) {
      const writes = events.filter((event) => isEventOf(userEvent, event)).flatMap(toWrites);
      await names.bulkWrite(writes, { session });
    },
  });
}

function toWrites({ entityId, state, actor }: EventOf<typeof userEvent>): AnyBulkWriteOperation<UserName>[] {
  const _id = Number(entityId);
  // Only learners delete their own account. The entry may say that they are staff: the event before may be left out.
  const isOwnDeletion = actor?.id === _id;
  if (!state)
    return [
      { deleteOne: { filter: isOwnDeletion ? { _id } : { _id, isStaff: false } } },
      { updateOne: { filter: { _id }, update: { $set: { isActive: false } } } },
    ];
  const name = `${state.firstName} ${state.lastName}`.trim();
  const isStaff = state.role !== 'student';
  // A learner who was staff before keeps the entry, under the current name.
  const mayPublish = state.rights?.canPublish ?? true;
  const update = { $set: { name, isStaff, isActive: state.isActive, mayPublish } };
  return [{ updateOne: { filter: { _id }, update, upsert: isStaff } }];
}

/** A user of the history, with the name; null for null. */
export type NameOf = (id: number | null) => { id: number; name: string } | null;

/** Finds the names of users, by id. An unknown one has been erased. */
export async function findUserNames(
  connection: Connection,
  ids: readonly (number | null)[],
): Promise<NameOf> {
  const known = ids.filter((id) => id !== null);
  const found =
    known.length === 0
      ? []
      : await userNamesOf(connection)
          .find({ _id: { $in: [...new Set(known)] } })
          .lean();
  return toNameOf(found);
}

/** Whether a user may use the console now. An unknown one may not. */
export async function isActiveStaff(connection: Connection, id: number): Promise<boolean> {
  const where = { _id: id, isStaff: true, isActive: { $ne: false } };
  return (await userNamesOf(connection).exists(where)) !== null;
}

/** Names by id, of rows of `userNamesOf`. */
export function toNameOf(rows: readonly { _id: number; name: string }[]): NameOf {
  const names = new Map(rows.map(({ _id, name }) => [_id, name]));
  return (id) => (id === null ? null : { id, name: names.get(id) ?? deletedLearnerName });
}

/** Most names that a search looks at: a school has fewer staff. */
const maxSearchedNames = 1_000;

/** Finds active staff by name, in alphabetical order: by the words and Khmer that the lists of the console are searched by. */
export async function findStaffNames(
  connection: Connection,
  search: string | undefined,
  limit: number,
): Promise<{ id: number; name: string }[]> {
  const staff = await userNamesOf(connection)
    .find({ isStaff: true, isActive: { $ne: false } })
    .sort({ _id: 1 })
    .limit(maxSearchedNames)
    .lean();
  const { searchKeys, $and = [] } = searchCondition(search);
  const isFound = (name: string) => {
    const fields = searchFields([name]);
    const hasKeys = searchKeys?.$all.every((key) => fields.searchKeys.includes(key)) ?? true;
    return hasKeys && $and.every(({ searchText: { $regex } }) => new RegExp($regex).test(fields.searchText));
  };
  return staff
    .filter(({ name }) => isFound(name))
    .map(({ _id: id, name }) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, limit);
}

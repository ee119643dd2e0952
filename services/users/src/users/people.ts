import type { UserModel, UserRow } from './user.model.ts';

/** What tables say about somebody, in the order of their columns. */
export type Person = Pick<UserRow, 'firstName' | 'lastName' | 'email' | 'role'>;
export type StoredPerson = Person & Pick<UserRow, '_id' | 'version' | 'isActive'>;

export type People = ReturnType<typeof createPeople>;

const personFields = { firstName: 1, lastName: 1, email: 1, role: 1 } as const;
/** Addresses in one query. */
const batchSize = 500;

export function createPeople(users: UserModel) {
  return {
    /** Everybody by ascending id. */
    stream: (): AsyncIterable<Person> =>
      users.find({}, personFields).sort({ _id: 1 }).lean<Person>().cursor(),

    /** Those with these addresses, by address. */
    async findByEmail(emails: readonly string[]) {
      const found = new Map<string, StoredPerson>();
      for (let at = 0; at < emails.length; at += batchSize) {
        const rows = await users
          .find(
            { email: { $in: emails.slice(at, at + batchSize) } },
            { ...personFields, version: 1, isActive: 1 },
          )
          .lean<StoredPerson[]>();
        for (const row of rows) found.set(row.email, row);
      }
      return found;
    },

    countActiveAdmins: () => users.countDocuments({ role: 'admin', isActive: true }),
  };
}

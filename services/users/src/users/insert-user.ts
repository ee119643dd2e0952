import { type authRegister, type BodyOf, defaultRegistrationType } from '@khmer-learning/contracts';
import type { Transaction } from '@khmer-learning/service-kit';
import { emitUserChanged } from './user.events.ts';
import { searchFieldsOf, type UserModel, type UserRow } from './user.model.ts';

export type NewUser = BodyOf<typeof authRegister>;

/** Stores a new user and emits its event: there are no sessions to revoke yet. @throws a duplicate key error when the address is taken */
export async function insertUser(
  tx: Transaction,
  users: UserModel,
  user: Omit<NewUser, 'password'> & { readonly id: number; readonly passwordHash: string } & Pick<
      UserRow,
      'rights' | 'emailVerified' | 'identities' | 'invitedUntil' | 'schoolAccount' | 'withoutPassword'
    >,
): Promise<UserRow> {
  const { id, ...fields } = user;
  const now = new Date();
  const row: UserRow = {
    ...fields,
    _id: id,
    registrationType: defaultRegistrationType,
    lastLogin: null,
    sessions: { epoch: 1, version: 0 },
    ...searchFieldsOf(user),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await users.create([row], { session: tx.session });
  emitUserChanged(tx, row);
  return row;
}

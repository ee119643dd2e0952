import { type Migration, recomputeFields } from '@khmer-learning/service-kit';
import { searchFieldsOf, type UserRow } from '../users/user.model.ts';

/** Users get the keys of `foldText`, by which they are found and sorted. */
export const foldedKeys: Migration = {
  name: '0004-folded-keys',
  up: (connection) =>
    recomputeFields<Pick<UserRow, 'firstName' | 'lastName' | 'email'>>(connection, 'users', {
      reads: ['firstName', 'lastName', 'email'],
      compute: searchFieldsOf,
    }),
};

import { buildSortKey } from '@khmer-learning/khmer-text';
import { type Migration, recomputeFields, searchFields } from '@khmer-learning/service-kit';

interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Users get the keys of `foldText`, by which they are found and sorted. */
export const foldedKeys: Migration = {
  name: '0004-folded-keys',
  up: (connection) =>
    recomputeFields<Named>(connection, 'users', {
      reads: ['firstName', 'lastName', 'email'],
      compute: ({ firstName, lastName, email }) => ({
        ...searchFields([firstName, lastName, email]),
        nameSort: buildSortKey(`${firstName} ${lastName}`),
      }),
    }),
};

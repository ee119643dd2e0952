import { type Migration, recomputeFields, searchFields } from '@khmer-learning/service-kit';

interface Searched {
  readonly userEmail: string;
  readonly snapshot: { readonly title: string };
}

/** Purchases get the keys of `foldText`, by which they are found. */
export const foldedKeys: Migration = {
  name: '0003-folded-keys',
  up: (connection) =>
    recomputeFields<Searched>(connection, 'purchases', {
      reads: ['userEmail', 'snapshot'],
      compute: ({ userEmail, snapshot }) => searchFields([userEmail, snapshot.title]),
    }),
};

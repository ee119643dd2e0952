import type { PublishableKind } from '@khmer-learning/console-kit';
import { lessons, type Review, type Schedule, type WorkingCopyInfo } from '@khmer-learning/contracts';
import { exampleIds } from './example-api.ts';
import { khmerText } from './sample-texts.ts';

/** An item of the examples. */
export interface Word {
  id: number;
  version: number;
  status: string;
  title: string;
  updatedAt: string;
  workingCopy?: WorkingCopyInfo | null | undefined;
  schedule?: Schedule | null | undefined;
  review?: Review | null | undefined;
}

export const word: Word = {
  id: exampleIds.filled,
  version: 3,
  status: 'published',
  title: 'River',
  updatedAt: '2026-11-23T03:00:00.000Z',
};

export const workingCopy = {
  version: 2,
  savedAt: '2026-11-23T03:00:00.000Z',
  savedBy: { id: 2, name: khmerText },
};

export const schedule: Schedule = {
  action: 'publish',
  at: '2026-11-23T23:00:00.000Z',
  version: 2,
  of: 'working-copy',
  isPinned: true,
  scheduledBy: null,
  failure: null,
};

export const review: Review = {
  state: 'requested',
  version: 2,
  of: 'working-copy',
  requestedBy: { id: 3, name: khmerText },
  requestedAt: '2026-11-23T03:00:00.000Z',
  message: '',
  answeredBy: null,
  answeredAt: null,
  answer: null,
  isStale: false,
};

/** How words are saved, published, deleted and restored: called like lessons, some of whose calls have an answer. */
export const wordKind: PublishableKind<Word, { title: string }> = {
  endpoints: lessons,
  entity: 'catalogue.word',
  itemType: 'word',
  messages: {
    created: 'Word created',
    updated: 'Word updated',
    deleted: 'Word deleted',
    createFailed: 'Failed to create the word',
    updateFailed: 'Failed to update the word',
    deleteFailed: 'Failed to delete the word',
  },
  consequence: 'learners no longer see it.',
  fetch: (api, id) => api.call(lessons.get, { params: { id } }),
  withContents: (stored, contents, status) => ({ ...stored, ...contents, status }),
};

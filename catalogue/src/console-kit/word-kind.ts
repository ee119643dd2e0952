import { publishableKind } from '@khmer-learning/console-kit';
import {
  lessonsCreate,
  lessonsDelete,
  lessonsGet,
  lessonsListDeleted,
  lessonsRestoreDeleted,
  lessonsScheduleCancel,
  lessonsScheduleSet,
  lessonsUpdate,
  lessonsVersionGet,
  lessonsVersionRestore,
  lessonsVersions,
  lessonsWorkingCopyDiscard,
  lessonsWorkingCopyGet,
  lessonsWorkingCopyPublish,
  lessonsWorkingCopySave,
  type Schedule,
  type WorkingCopyInfo,
} from '@khmer-learning/contracts';
import { exampleIds } from '../example-api.ts';

/** An item of the examples. */
export interface Word {
  id: number;
  version: number;
  status: string;
  title: string;
  updatedAt: string;
  workingCopy?: WorkingCopyInfo | null | undefined;
  schedule?: Schedule | null | undefined;
}

export const word: Word = {
  id: exampleIds.filled,
  version: 3,
  status: 'published',
  title: 'River',
  updatedAt: '2026-11-23T03:00:00.000Z',
};

/** Words are called like lessons, some of whose calls have an answer. */
export const wordEndpoints = {
  get: lessonsGet,
  create: lessonsCreate,
  update: lessonsUpdate,
  delete: lessonsDelete,
  versions: { list: lessonsVersions, get: lessonsVersionGet, restore: lessonsVersionRestore },
  deleted: { list: lessonsListDeleted, restore: lessonsRestoreDeleted },
  workingCopy: {
    get: lessonsWorkingCopyGet,
    save: lessonsWorkingCopySave,
    publish: lessonsWorkingCopyPublish,
    discard: lessonsWorkingCopyDiscard,
  },
  schedule: { set: lessonsScheduleSet, cancel: lessonsScheduleCancel },
};

export const wordOptions = {
  entity: 'catalogue.word',
  itemType: () => 'word',
  messages: {
    created: 'Word created',
    updated: 'Word updated',
    deleted: 'Word deleted',
    createFailed: 'Failed to create the word',
    updateFailed: 'Failed to update the word',
    deleteFailed: 'Failed to delete the word',
  },
} as const;

export const wordKind = publishableKind<Word, { title: string }>(wordEndpoints, {
  ...wordOptions,
  consequence: () => 'learners no longer see it.',
  withContents: (stored, contents, status) => ({ ...stored, ...contents, status }),
});

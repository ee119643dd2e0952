import { RecentlyDeletedButton } from '@khmer-learning/console-sdk';
import {
  lessonsListDeleted,
  lessonsRestoreDeleted,
  lessonTypesListDeleted,
  lessonTypesRestoreDeleted,
  mainLessonsListDeleted,
  mainLessonsRestoreDeleted,
} from '@khmer-learning/contracts';
import { defineComponentPage } from '../component-page.ts';

export const recentlyDeletedButtonPage = defineComponentPage({
  components: { RecentlyDeletedButton },
  purpose: 'Opens the deleted items of a list, which can be restored.',
  examples: {
    default: () => (
      <RecentlyDeletedButton
        itemType="lesson"
        itemsLabel="lessons"
        endpoints={{ listDeleted: lessonsListDeleted, restoreDeleted: lessonsRestoreDeleted }}
        changes={[]}
      />
    ),
    empty: () => (
      <RecentlyDeletedButton
        itemType="lesson type"
        itemsLabel="lesson types"
        endpoints={{ listDeleted: lessonTypesListDeleted, restoreDeleted: lessonTypesRestoreDeleted }}
        changes={[]}
      />
    ),
    error: () => (
      <RecentlyDeletedButton
        itemType="main lesson"
        itemsLabel="main lessons"
        endpoints={{ listDeleted: mainLessonsListDeleted, restoreDeleted: mainLessonsRestoreDeleted }}
        changes={[]}
      />
    ),
  },
  keyboard: { 'Enter, Space': 'Opens the list; restores an item.', Esc: 'Closes it.' },
  dos: ['Put it into the toolbar of the list.'],
  donts: ['Do not use it for items that are erased at once.'],
});

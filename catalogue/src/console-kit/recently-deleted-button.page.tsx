import { RecentlyDeletedButton } from '@khmer-learning/console-kit';
import {
  lessonsListDeleted,
  lessonsRestoreDeleted,
  lessonTypesListDeleted,
  lessonTypesRestoreDeleted,
  mainLessonsListDeleted,
  mainLessonsRestoreDeleted,
} from '@khmer-learning/contracts';
import type { ComponentProps } from 'react';
import { defineComponentPage } from '../component-page.ts';

type DeletedItemEndpoints = ComponentProps<typeof RecentlyDeletedButton>['endpoints'];

const lessons = { listDeleted: lessonsListDeleted, restoreDeleted: lessonsRestoreDeleted };
const lessonTypes = { listDeleted: lessonTypesListDeleted, restoreDeleted: lessonTypesRestoreDeleted };
const mainLessons = { listDeleted: mainLessonsListDeleted, restoreDeleted: mainLessonsRestoreDeleted };

const deletedItems = (itemType: string, endpoints: DeletedItemEndpoints) => (
  <RecentlyDeletedButton itemType={itemType} itemsLabel={`${itemType}s`} endpoints={endpoints} changes={[]} />
);

export const recentlyDeletedButtonPage = defineComponentPage({
  components: { RecentlyDeletedButton },
  purpose: 'Opens the deleted items of a list, which can be restored.',
  examples: {
    default: () => deletedItems('lesson', lessons),
    empty: () => deletedItems('lesson type', lessonTypes),
    error: () => deletedItems('main lesson', mainLessons),
  },
  keyboard: { 'Enter, Space': 'Opens the list; restores an item.', Esc: 'Closes it.' },
  dos: ['Put it into the toolbar of the list.'],
  donts: ['Do not use it for items that are erased at once.'],
});

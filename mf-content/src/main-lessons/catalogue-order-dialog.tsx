import { useApi } from '@khmer-learning/console-sdk';
import { type MainLesson, mainLessonsMove } from '@khmer-learning/contracts';
import { Dialog, Inline, StatusBadge, Text } from '@khmer-learning/ui-kit';
import { SortableList } from '../reorder/sortable-list.tsx';
import { useReorder } from '../reorder/use-reorder.ts';
import { CoverImage } from './cover-image.tsx';
import { catalogueQueryKey, useCatalogue } from './main-lessons.api.ts';
import { PriceBadge } from './price-badge.tsx';

/** Shows all main lessons in catalogue order and lets the user reorder them. */
export function CatalogueOrderDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const catalogue = useCatalogue();
  const { items, move } = useReorder({
    items: catalogue.data,
    queryKey: catalogueQueryKey,
    call: (id, afterId) => api.call(mainLessonsMove, { params: { id }, body: { afterId } }),
    failure: 'Failed to move main lesson',
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Catalogue order"
      description="Learners see main lessons in this order. Changes are saved immediately."
      size="large"
    >
      <SortableList
        label="Main lessons"
        itemType="main lesson"
        subject="Main lessons"
        emptyTitle="No main lessons found"
        items={items}
        query={catalogue}
        onMove={move}
        renderItem={(item) => <MainLessonRowContent lesson={item} />}
      />
    </Dialog>
  );
}

function MainLessonRowContent({ lesson }: { lesson: MainLesson }) {
  return (
    <Inline gap={2} justify="between">
      <Inline gap={3} wrap={false}>
        <CoverImage url={lesson.imageCoverUrl} />
        <Text strong lines={2}>
          {lesson.title}
        </Text>
      </Inline>
      <Inline gap={2}>
        <StatusBadge status={lesson.status} />
        <PriceBadge lesson={lesson} />
      </Inline>
    </Inline>
  );
}

import { useApi } from '@khmer-learning/console-sdk';
import { type MainLesson, mainLessons } from '@khmer-learning/contracts';
import { Dialog, Inline, StatusBadge, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import { SortableList } from '../reorder/sortable-list.tsx';
import { useReorder } from '../reorder/use-reorder.ts';
import { CoverImage } from './cover-image.tsx';
import { catalogueQueryKey, useCatalogue } from './main-lessons.api.ts';
import { PriceBadge } from './price-badge.tsx';

export function CatalogueOrderDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const api = useApi();
  const catalogue = useCatalogue();
  const { items, move } = useReorder({
    items: catalogue.data,
    queryKey: catalogueQueryKey,
    call: (id, afterId) => api.call(mainLessons.move, { params: { id }, body: { afterId } }),
    failure: t('catalogueOrder.moveFailed'),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('catalogueOrder.title')}
      description={t('catalogueOrder.description')}
      size="large"
    >
      <SortableList
        label={t('itemType.mainLessonsCapital')}
        instructions={t('catalogueOrder.dragInstructions')}
        loadingLabel={t('catalogueOrder.loading')}
        subject={t('itemType.mainLessonsCapital')}
        emptyTitle={t('mainLessonList.empty')}
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

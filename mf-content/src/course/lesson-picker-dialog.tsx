import { listErrorProps } from '@khmer-learning/console-kit';
import { useApi, useApiMutation } from '@khmer-learning/console-sdk';
import { type LessonSummary, lessons as lessonEndpoints, type MainLesson } from '@khmer-learning/contracts';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorPanel,
  Inline,
  LevelBadge,
  SearchInput,
  Select,
  Skeleton,
  Stack,
  StatusBadge,
  Text,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useAllMainLessons } from '../main-lessons/use-all-main-lessons.ts';
import { message as contentMessage } from '../messages/messages.ts';
import { useFoundLessons } from './course.api.ts';
import { useMessages } from './messages/messages.ts';

const anyCourse = 'all';

type Way = 'move' | 'copy';

export function LessonPickerDialog({ course, onClose }: { course: MainLesson; onClose: () => void }) {
  const t = useMessages();
  const [search, setSearch] = useState('');
  const [from, setFrom] = useState(anyCourse);
  const courses = useAllMainLessons().data?.mainLessons ?? [];
  const titleOf = new Map(courses.map(({ id, title }) => [id, title]));
  const found = useFoundLessons({ search, mainLessonId: from === anyCourse ? undefined : from });
  const others = found.data?.lessons.filter(({ mainLessonId }) => mainLessonId !== course.id);
  const failure = listErrorProps(contentMessage('itemType.lessonsCapital'), found.error, found.refetch);
  const adding = useAddFromCourse(course);
  const button = (lesson: LessonSummary, way: Way) => (
    <Button
      size="small"
      loading={adding.isPending && adding.variables.lesson.id === lesson.id && adding.variables.way === way}
      aria-label={t(way === 'move' ? 'lessonPicker.moveOf' : 'lessonPicker.copyOf', { title: lesson.title })}
      onClick={() => adding.mutate({ lesson, way })}
    >
      {t(way === 'move' ? 'lessonPicker.move' : 'lessonPicker.copy')}
    </Button>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('coursePage.addFromCourse')}
      description={t('lessonPicker.description', { title: course.title })}
      size="large"
    >
      <Stack gap={3}>
        <Inline gap={2}>
          <SearchInput label={contentMessage('lessonList.search')} value={search} onChange={setSearch} />
          <Select
            aria-label={contentMessage('field.mainLesson')}
            options={[
              { value: anyCourse, label: contentMessage('lessonList.allCourses') },
              ...courses
                .filter(({ id }) => id !== course.id)
                .map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
            value={from}
            onValueChange={setFrom}
          />
        </Inline>
        {failure === undefined ? null : <ErrorPanel {...failure} retrying={found.isFetching} />}
        {others === undefined && failure === undefined ? <Skeleton height="3rem" /> : null}
        {others === undefined ? null : others.length === 0 ? (
          <EmptyState title={contentMessage('lessonList.empty')} />
        ) : (
          <Stack gap={2} role="list" aria-label={contentMessage('itemType.lessonsCapital')}>
            {others.map((lesson) => (
              <Inline key={lesson.id} role="listitem" gap={2} justify="between">
                <Stack gap={1}>
                  <Text strong lines={2}>
                    {lesson.title}
                  </Text>
                  <Inline gap={2}>
                    <Text as="span" size="small" muted>
                      {titleOf.get(lesson.mainLessonId) ?? ''}
                    </Text>
                    <LevelBadge level={lesson.level} />
                    <StatusBadge status={lesson.status} />
                  </Inline>
                </Stack>
                <Inline gap={2}>
                  {button(lesson, 'move')}
                  {button(lesson, 'copy')}
                </Inline>
              </Inline>
            ))}
          </Stack>
        )}
        {found.data !== undefined && found.data.total > found.data.lessons.length ? (
          <Text size="small" muted>
            {t('lessonPicker.more', { count: found.data.lessons.length })}
          </Text>
        ) : null}
      </Stack>
    </Dialog>
  );
}

/** Moves a lesson to the end of a main lesson, or a copy of it, which is a draft with the same title. */
function useAddFromCourse({ id: mainLessonId, title }: MainLesson) {
  const t = useMessages();
  const api = useApi();
  return useApiMutation({
    call: async ({ lesson, way }: { lesson: LessonSummary; way: Way }) => {
      const params = { id: lesson.id };
      if (way === 'move')
        return api.call(
          lessonEndpoints.update,
          { params, body: { mainLessonId } },
          { version: lesson.version },
        );
      const copy = await api.call(lessonEndpoints.duplicate, { params });
      // Until then it is in the other main lesson, beside its original, under another title.
      const body = { mainLessonId, title: lesson.title };
      return api.call(lessonEndpoints.update, { params: { id: copy.id }, body }, { version: copy.version });
    },
    successMessage: (_saved, { lesson, way }) =>
      t(way === 'move' ? 'lessonPicker.moved' : 'lessonPicker.copied', { lesson: lesson.title, title }),
    failureMessage: ({ way }) => t(way === 'move' ? 'lessonPicker.moveFailed' : 'lessonPicker.copyFailed'),
    dedupeKey: ({ lesson, way }) => [lesson.id, way],
    changes: ['lesson'],
  });
}

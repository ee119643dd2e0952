import {
  EditButton,
  listErrorProps,
  PublishStatus,
  RowMenu,
  toCandidates,
  useCloseOnEscape,
  useFetchOpenedItem,
  useItemForm,
  usePublishTogether,
  useRights,
} from '@khmer-learning/console-kit';
import { useApi, useUnsavedChangesGuard } from '@khmer-learning/console-sdk';
import { type LessonSummary, lessons as lessonEndpoints, type MainLesson } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  ErrorPanel,
  EyeIcon,
  Heading,
  Inline,
  MenuItem,
  PencilIcon,
  PlusIcon,
  Skeleton,
  Stack,
  space,
  Text,
  useCloseOnBack,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { DeleteLessonDialog } from '../deletion/delete-lesson-dialog.tsx';
import { lessonKind } from '../lessons/lessons.api.ts';
import { FullCoverImage } from '../main-lessons/cover-image.tsx';
import {
  findChangesOfMainLesson,
  lessonsOfMainLessonQueryKey,
  useLessonsOfMainLesson,
} from '../main-lessons/main-lessons.api.ts';
import { PriceBadge } from '../main-lessons/price-badge.tsx';
import { message as contentMessage } from '../messages/messages.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { SortableList } from '../reorder/sortable-list.tsx';
import { useReorder } from '../reorder/use-reorder.ts';
import { AddLessons, useAddLessons } from './add-lessons.tsx';
import { partsOf, useMainLesson } from './course.api.ts';
import { CourseChecks } from './course-checks.tsx';
import { CourseRow } from './course-row.tsx';
import { LessonPickerDialog } from './lesson-picker-dialog.tsx';
import { useMessages } from './messages/messages.ts';
import { useTitleEdits } from './use-title-edits.ts';

const Head = styled(Inline)`align-items: flex-start;`;
const HeadTexts = styled(Stack)`flex: 1 1 18rem;`;
const PageTitle = styled(Heading)`
  overflow-wrap: anywhere;
  &:focus { outline: none; }
`;
const Actions = styled(Inline)`margin-bottom: ${space(3)};`;

export interface CoursePageProps {
  id: number;
  onEdit: () => void;
  onClose: () => void;
}

/** The page of a main lesson: what it is, what its lessons lack, and its lessons, which are edited, added and moved here. */
export function CoursePage({ id, onEdit, onClose }: CoursePageProps) {
  const t = useMessages();
  const { mayChange } = useRights();
  const course = useMainLesson(id);
  const lessons = useLessonsOfMainLesson(id);
  const titles = useTitleEdits(id, lessons.refetch);
  const adding = useAddLessons(id, lessons.data?.at(-1));
  const [newTitle, setNewTitle] = useState('');
  const isDirty = titles.edits.size + adding.pending.length > 0 || newTitle !== '';
  const { confirmLeave } = useUnsavedChangesGuard(isDirty);
  const close = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  useCloseOnBack(isDirty, () => void close());
  useCloseOnEscape(() => void close());
  const failure = listErrorProps(contentMessage('itemType.mainLessonCapital'), course.error, course.refetch);
  const back = (
    <div>
      <Button size="small" variant="ghost" onClick={() => void close()}>
        {t('coursePage.back')}
      </Button>
    </div>
  );
  if (failure !== undefined || course.data === undefined)
    return (
      <ViewBody>
        {back}
        {failure === undefined ? (
          <Stack gap={2} role="status" aria-label={t('coursePage.loading')}>
            <Skeleton height="8rem" />
            <Skeleton height="16rem" />
          </Stack>
        ) : (
          <ErrorPanel {...failure} retrying={course.isFetching} />
        )}
      </ViewBody>
    );
  return (
    <ViewBody>
      {back}
      <CourseHead course={course.data} lessons={lessons.data} onEdit={onEdit} />
      <CourseLessons course={course.data} lessons={lessons} titles={titles}>
        {mayChange(id) ? <AddLessons adding={adding} text={newTitle} onTextChange={setNewTitle} /> : null}
      </CourseLessons>
    </ViewBody>
  );
}

interface CourseHeadProps {
  course: MainLesson;
  lessons: readonly LessonSummary[] | undefined;
  onEdit: () => void;
}

function CourseHead({ course, lessons, onEdit }: CourseHeadProps) {
  const t = useMessages();
  const title = useRef<HTMLHeadingElement>(null);
  // Screen readers begin at the title, and the keys are those of the page.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const seen = lessons?.filter(({ status }) => status === 'published').length ?? 0;
  return (
    <Head gap={4}>
      <FullCoverImage url={course.imageCoverUrl} />
      <HeadTexts gap={2}>
        <PageTitle ref={title} tabIndex={-1} level={2} size="page">
          {course.title}
        </PageTitle>
        <Inline gap={3}>
          <PublishStatus item={course} listed={{ entity: 'main-lesson', id: course.id }} inline />
          <PriceBadge lesson={course} />
        </Inline>
        {lessons === undefined ? null : (
          <Text muted>
            {course.status === 'draft'
              ? t('coursePage.notSeen')
              : t('coursePage.seen', { seen, count: lessons.length })}
          </Text>
        )}
        <Text lines={3}>{course.description}</Text>
        <Inline gap={2}>
          <Button icon={<PencilIcon aria-hidden="true" />} onClick={onEdit}>
            {t('coursePage.edit')}
          </Button>
          <PublishCourseButton course={course} />
          <RowMenu
            name={course.title}
            extensions={{ entity: 'main-lesson', item: { id: course.id, name: course.title } }}
          />
        </Inline>
      </HeadTexts>
    </Head>
  );
}

interface CourseLessonsProps {
  course: MainLesson;
  lessons: ReturnType<typeof useLessonsOfMainLesson>;
  titles: ReturnType<typeof useTitleEdits>;
  /** Below the lessons. */
  children: ReactNode;
}

function CourseLessons({ course, lessons, titles, children }: CourseLessonsProps) {
  const t = useMessages();
  const api = useApi();
  const { items, move } = useReorder({
    items: lessons.data,
    queryKey: lessonsOfMainLessonQueryKey(course.id),
    call: (id, afterId) => api.call(lessonEndpoints.move, { params: { id }, body: { afterId } }),
    failure: contentMessage('mainLessonDialog.moveFailed'),
  });
  const form = useItemForm({
    itemType: contentMessage('itemType.lessonCapital'),
    loadForm: async () =>
      (await import(/* webpackChunkName: "lesson-form" */ '../lessons/lesson-form.tsx')).LessonForm,
    fetchItem: useFetchOpenedItem(lessonKind),
    rowIds: items?.map(({ id }) => id),
  });
  const preview = useLessonPreview();
  const [isPicking, setIsPicking] = useState(false);
  const [deleting, setDeleting] = useState<LessonSummary | null>(null);
  const parts = partsOf(lessons.data ?? []);
  const rights = useRights();
  const mayChange = rights.mayChange(course.id);
  const mayChangeLesson = ({ status }: LessonSummary) =>
    mayChange && (rights.mayPublish || status === 'draft');
  return (
    <>
      {lessons.data === undefined ? null : (
        <CourseChecks
          course={course}
          lessons={lessons.data}
          parts={[...new Set(parts.values())]}
          onOpen={(id) => form.open(id)}
        />
      )}
      <Card title={contentMessage('itemType.lessonsCapital')}>
        {mayChange ? (
          <Actions gap={2}>
            <Button
              icon={<PlusIcon aria-hidden="true" />}
              onClick={() => form.open(null, null, { mainLessonId: course.id })}
            >
              {t('coursePage.newLesson')}
            </Button>
            <Button onClick={() => setIsPicking(true)}>{t('coursePage.addFromCourse')}</Button>
          </Actions>
        ) : null}
        <Stack gap={4}>
          <SortableList
            label={contentMessage('label.lessonsOf', { title: course.title })}
            instructions={contentMessage('mainLessonDialog.dragInstructions')}
            loadingLabel={contentMessage('mainLessonDialog.loading')}
            subject={contentMessage('itemType.lessonsCapital')}
            emptyTitle={t('coursePage.empty')}
            items={items}
            query={lessons}
            onMove={move}
            renderItem={(lesson, moveBy) => (
              <CourseRow
                lesson={lesson}
                part={parts.get(lesson.id) ?? String(lesson.id)}
                titles={titles}
                mayChange={mayChangeLesson(lesson)}
                onOpen={() => form.open(lesson.id)}
                onMove={moveBy}
              />
            )}
            actions={(lesson) => (
              <>
                <EditButton
                  name={lesson.title}
                  loading={form.isOpening(lesson.id)}
                  onClick={() => form.open(lesson.id)}
                />
                <RowMenu
                  name={lesson.title}
                  loading={preview.isOpening(lesson.id)}
                  extensions={{ entity: 'lesson', item: { id: lesson.id, name: lesson.title } }}
                  {...(mayChangeLesson(lesson) ? { onDelete: () => setDeleting(lesson) } : {})}
                >
                  <MenuItem icon={<EyeIcon aria-hidden="true" />} onSelect={() => preview.open(lesson)}>
                    {contentMessage('action.preview')}
                  </MenuItem>
                </RowMenu>
              </>
            )}
          />
          {children}
        </Stack>
      </Card>
      {deleting === null ? null : <DeleteLessonDialog lesson={deleting} onClose={() => setDeleting(null)} />}
      {isPicking ? <LessonPickerDialog course={course} onClose={() => setIsPicking(false)} /> : null}
      {preview.dialog}
      {form.form}
    </>
  );
}

/** Publishes a main lesson, its lessons and their quizzes as one act, which shows before what it contains. */
function PublishCourseButton({ course }: { course: MainLesson }) {
  const t = useMessages();
  const { mayPublish, mayChange } = useRights();
  const { Dialog: PublishTogetherDialog, ...together } = usePublishTogether();
  if (!mayPublish || !mayChange(course.id)) return null;
  return (
    <>
      <Button variant="primary" loading={together.isOpening} onClick={together.open}>
        {t('coursePage.publish')}
      </Button>
      {PublishTogetherDialog === null ? null : (
        <PublishTogetherDialog
          chosen={toCandidates('main-lesson', [course])}
          findOffered={(api, signal) => findChangesOfMainLesson(api, course.id, signal)}
          selectsOffered
          onClose={together.close}
        />
      )}
    </>
  );
}

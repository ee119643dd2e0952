import { listErrorProps, useRights } from '@khmer-learning/console-kit';
import { ApiError, useApiMutation, useUnsavedChangesGuard } from '@khmer-learning/console-sdk';
import { type LessonSummary, lessonEditLimits } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Dialog,
  EmptyState,
  ErrorPanel,
  IconButton,
  Inline,
  ProgressBar,
  RedoIcon,
  Select,
  Skeleton,
  Stack,
  Text,
  translateServerMessage,
  UndoIcon,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { contentEntities } from '../../content-query-keys.ts';
import { useLessonTypes } from '../../lesson-types/lesson-types.api.ts';
import { useAllMainLessons } from '../../main-lessons/use-all-main-lessons.ts';
import { type Area, createGrid, fillDown, type Grid, redo, setCells, textAt, undo } from './grid-cells.ts';
import { type GridColumn, gridColumns } from './grid-columns.ts';
import { type Edit, useLessonEdits } from './lesson-edits.api.ts';
import { LessonGrid } from './lesson-grid.tsx';
import { useMessages } from './messages/messages.ts';

interface EditLessonsDialogProps {
  /** Those that can be edited. */
  lessons: readonly LessonSummary[];
  /** How many of the selected ones cannot. */
  leftOut: number;
  onEdited: () => void;
  onClose: () => void;
}

/** Edits many lessons in a grid; all changes are saved together. */
export function EditLessonsDialog(props: EditLessonsDialogProps) {
  const t = useMessages();
  const { mayChange } = useRights();
  const types = useLessonTypes();
  const courses = useAllMainLessons();
  const failed = [types, courses].find(({ error }) => error !== null);
  const failure = listErrorProps(t('editLessons.subject'), failed?.error ?? null, () => failed?.refetch());
  if (types.data && courses.data)
    return (
      <Editing
        {...props}
        columns={gridColumns(
          types.data,
          courses.data.mainLessons.filter(({ id }) => mayChange(id)),
        )}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      size="full"
      title={t('editLessons.title', { count: props.lessons.length })}
    >
      {failure === undefined ? (
        <Skeleton height="16rem" />
      ) : (
        <ErrorPanel {...failure} retrying={types.isFetching || courses.isFetching} />
      )}
    </Dialog>
  );
}

const firstCell: Area = { from: { row: 0, column: 0 }, to: { row: 0, column: 0 } };

/** The changes of a grid as they are sent, and how many cells have to be corrected. */
function readEdits(grid: Grid, lessons: readonly LessonSummary[], columns: readonly GridColumn[]) {
  const edits: { lesson: LessonSummary; edit: Edit }[] = [];
  let problems = 0;
  for (const [row, lesson] of lessons.entries()) {
    const fields: [string, string | number][] = [];
    for (const [index, column] of columns.entries()) {
      const place = { row, column: index };
      if (!grid.changed.has(`${row} ${index}`)) continue;
      const read = column.read(textAt(grid, place));
      if ('problem' in read) problems += 1;
      else fields.push([column.name, read.value]);
    }
    const { id, version } = lesson;
    if (fields.length > 0) edits.push({ lesson, edit: { ...Object.fromEntries(fields), id, version } });
  }
  return { edits, problems };
}

function Editing({
  lessons,
  leftOut,
  columns,
  onEdited,
  onClose,
}: EditLessonsDialogProps & { columns: readonly GridColumn[] }) {
  const t = useMessages();
  // What is stored does not change under what is typed: a lesson that somebody else saves is refused.
  const [grid, setGrid] = useState(() =>
    createGrid(lessons.map((lesson) => columns.map(({ textOf }) => textOf(lesson)))),
  );
  const [area, setArea] = useState(firstCell);
  const [said, setSaid] = useState('');
  const { progress, apply, cancel, offerUndo } = useLessonEdits();
  const { edits, problems } = readEdits(grid, lessons, columns);
  const isDirty = grid.changed.size > 0;
  const { confirmLeave } = useUnsavedChangesGuard(isDirty);

  const { mutate, isPending, error, variables, data } = useApiMutation({
    call: (changes: typeof edits) => apply(changes.map(({ edit }) => edit)),
    successMessage: '',
    failureMessage: '',
    changes: contentEntities,
    onSuccess: (outcome) => {
      if (outcome.state !== 'applied') return;
      offerUndo(outcome);
      onEdited();
      onClose();
    },
    // The dialog shows the failure.
    onError: () => true,
  });
  const close = async () => {
    if (!isPending && (!isDirty || (await confirmLeave()))) onClose();
  };
  const change = (next: Grid, text = '') => {
    setGrid(next);
    setSaid(text);
  };
  const refusals = error === null ? new Map<number, string>() : refusalsOf(error, variables ?? []);
  const published = edits.filter(({ lesson }) => lesson.status === 'published').length;
  const title = t('editLessons.title', { count: lessons.length });
  const problem = data?.state === 'applied' ? undefined : data?.problem;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && void close()}
      size="full"
      title={title}
      description={t('editLessons.description')}
      footer={
        <>
          {isPending ? (
            <Button
              disabled={progress?.state !== 'applying'}
              onClick={() => progress && void cancel(progress.id)}
            >
              {t('editLessons.cancel')}
            </Button>
          ) : (
            <Button onClick={() => void close()}>{t('editLessons.cancel')}</Button>
          )}
          <Button
            variant="primary"
            disabled={edits.length === 0 || problems > 0}
            loading={isPending}
            loadingLabel={t('editLessons.applying')}
            onClick={() => mutate(edits)}
          >
            {t('editLessons.apply', { count: edits.length })}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        {leftOut > 0 ? (
          <Callout tone="warning">
            {t('editLessons.leftOut', { count: leftOut, max: lessonEditLimits.lessons })}
          </Callout>
        ) : null}
        {error === null ? null : (
          <Callout tone="danger" announce title={t('editLessons.failed')}>
            {error instanceof ApiError ? translateServerMessage(error.message) : t('editLessons.tryAgain')}
          </Callout>
        )}
        {data && data.state !== 'applied' ? (
          <Callout tone={problem ? 'danger' : 'info'} announce>
            {problem ? translateServerMessage(problem) : t('editLessons.cancelled')}
          </Callout>
        ) : null}
        {isPending && progress ? (
          <Stack gap={1}>
            <Text role="status" size="small">
              {t('editLessons.progressOf', { done: progress.done, total: progress.lessons })}
            </Text>
            <ProgressBar label={t('editLessons.progress')} value={(progress.done / progress.lessons) * 100} />
          </Stack>
        ) : null}
        {lessons.length === 0 ? (
          <EmptyState title={t('editLessons.nothing')} />
        ) : (
          <Stack gap={3} inert={isPending}>
            <Inline gap={2}>
              {columns.map((column, index) =>
                column.options === undefined ? null : (
                  <Select
                    key={column.name}
                    aria-label={t('editLessons.setAll', { field: column.label })}
                    placeholder={t('editLessons.setAll', { field: column.label })}
                    options={column.options}
                    value=""
                    onValueChange={(chosen) => {
                      const label = column.options?.find(({ value }) => value === chosen)?.label ?? '';
                      const cells = lessons.map((_lesson, row) => [{ row, column: index }, label] as const);
                      change(setCells(grid, cells), t('editLessons.filled', { count: cells.length }));
                    }}
                  />
                ),
              )}
              <Button size="small" aria-keyshortcuts="Control+D" onClick={() => change(fillDown(grid, area))}>
                {t('editLessons.fillDown')}
              </Button>
              <IconButton
                label={t('editLessons.undo')}
                aria-keyshortcuts="Control+Z Meta+Z"
                icon={<UndoIcon aria-hidden="true" />}
                disabled={grid.past.length === 0}
                onClick={() => change(undo(grid))}
              />
              <IconButton
                label={t('editLessons.redo')}
                aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
                icon={<RedoIcon aria-hidden="true" />}
                disabled={grid.future.length === 0}
                onClick={() => change(redo(grid))}
              />
            </Inline>
            <LessonGrid
              label={title}
              {...{ lessons, columns, grid, refusals, area }}
              onSelect={setArea}
              onChange={change}
            />
            <Text size="small" muted>
              {t('editLessons.hint')}
            </Text>
          </Stack>
        )}
        {problems > 0 ? (
          <Callout tone="danger">{t('editLessons.problems', { count: problems })}</Callout>
        ) : null}
        {published > 0 ? (
          <Callout tone="warning">{t('editLessons.published', { count: published })}</Callout>
        ) : null}
      </Stack>
    </Dialog>
  );
}

/** Why lessons cannot be edited, by their ids. */
function refusalsOf(error: Error, edits: readonly { lesson: LessonSummary }[]): ReadonlyMap<number, string> {
  if (!(error instanceof ApiError)) return new Map();
  return new Map(
    error.issues.flatMap(({ path, message }) => {
      const edit = edits[Number(/^edits\.(\d+)/.exec(path)?.[1])];
      return edit ? [[edit.lesson.id, message] as const] : [];
    }),
  );
}

import { listErrorProps, problemOf, useItemEdits, useRights } from '@khmer-learning/console-kit';
import { ApiError, useUnsavedChangesGuard } from '@khmer-learning/console-sdk';
import { itemEditLimits, type LessonSummary } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  DateText,
  Dialog,
  EmptyState,
  ErrorPanel,
  Inline,
  ProgressBar,
  Select,
  Skeleton,
  Stack,
  StatusBadge,
  space,
  Text,
  translateServerMessage,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { CellGrid, Problem } from '../../grid/cell-grid.tsx';
import {
  createGrid,
  type Grid,
  keyOf,
  resetRow,
  setCells,
  setStored,
  textAt,
} from '../../grid/grid-cells.ts';
import { useLessonTypes } from '../../lesson-types/lesson-types.api.ts';
import { useAllMainLessons } from '../../main-lessons/use-all-main-lessons.ts';
import { type LessonColumn, lessonColumns } from './grid-columns.ts';
import {
  type Edit,
  lessonEditing,
  useRecentEdits,
  useReloadLesson,
  useUndoEdit,
} from './lesson-edits.api.ts';
import { message, useMessages } from './messages/messages.ts';

const Choices = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
  gap: ${space(2)};
`;

interface EditLessonsDialogProps {
  lessons: readonly LessonSummary[];
  selected: number;
  onEdited: () => void;
  onClose: () => void;
}

export function EditLessonsDialog({ lessons, ...props }: EditLessonsDialogProps) {
  const t = useMessages();
  // Those that are selected do not change under what is typed: a lesson that somebody else saves is refused.
  const [shown] = useState(() => lessons.slice(0, itemEditLimits.items));
  const { mayChange } = useRights();
  const types = useLessonTypes();
  const courses = useAllMainLessons();
  const failed = [types, courses].find(({ error }) => error !== null);
  const failure = listErrorProps(t('editLessons.subject'), failed?.error ?? null, () => failed?.refetch());
  if (types.data && courses.data)
    return (
      <Editing
        {...props}
        lessons={shown}
        columns={lessonColumns(
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
      title={t('editLessons.title', { count: shown.length })}
    >
      {failure === undefined ? (
        <Skeleton height="16rem" />
      ) : (
        <ErrorPanel {...failure} retrying={types.isFetching || courses.isFetching} />
      )}
    </Dialog>
  );
}

/** The changes of a grid as they are sent, how many of published lessons, and how many cells have to be corrected. */
function readEdits(grid: Grid, lessons: readonly LessonSummary[], columns: readonly LessonColumn[]) {
  const edits: Edit[] = [];
  let published = 0;
  let problems = 0;
  for (const [row, { id, version, status }] of lessons.entries()) {
    const fields: [string, string | number][] = [];
    for (const [index, column] of columns.entries()) {
      const place = { row, column: index };
      if (!grid.changed.has(keyOf(place))) continue;
      const read = column.read(textAt(grid, place));
      if ('problem' in read) problems += 1;
      else fields.push([column.name, read.value]);
    }
    if (fields.length === 0) continue;
    edits.push({ ...Object.fromEntries(fields), id, version });
    if (status === 'published') published += 1;
  }
  return { edits, published, problems };
}

function Editing({
  lessons: selectedLessons,
  selected,
  columns,
  onEdited,
  onClose,
}: EditLessonsDialogProps & { columns: readonly LessonColumn[] }) {
  const t = useMessages();
  const [lessons, setLessons] = useState(selectedLessons);
  const textsOf = (lesson: LessonSummary) => columns.map(({ textOf }) => textOf(lesson));
  const [grid, setGrid] = useState(() => createGrid(lessons.map(textsOf)));
  const [said, setSaid] = useState('');
  const { edits, published, problems } = readEdits(grid, lessons, columns);
  const isDirty = grid.changed.size > 0;
  const { confirmLeave } = useUnsavedChangesGuard(isDirty);

  const { apply, cancel, progress, isPending, error, variables } = useItemEdits({
    ...lessonEditing,
    label: t('editLessons.progress'),
    successMessage: (count) => message('editLessons.applied', { change: 'edited', count }),
    onEdited: () => {
      onEdited();
      onClose();
    },
    isShown: true,
    show: () => undefined,
  });
  const close = async () => {
    if (!isPending && (!isDirty || (await confirmLeave()))) onClose();
  };
  const change = (next: Grid, text = '') => {
    setGrid(next);
    setSaid(text);
  };
  const [reloaded, setReloaded] = useState<readonly number[]>([]);
  const refusals = refusalsOf(error, variables ?? [], reloaded);
  /** Goes on from the present version of a lesson; one that cannot be edited anymore is left as it is. */
  const reload = useReloadLesson((id, lesson) => {
    const row = lessons.findIndex((one) => one.id === id);
    setReloaded((last) => [...last, id]);
    if (lesson === null || lesson.workingCopy) setGrid((last) => resetRow(last, row));
    else {
      setLessons((last) => last.with(row, lesson));
      setGrid((last) => setStored(last, row, textsOf(lesson)));
    }
  });
  const renderStatus = (row: number) => {
    const lesson = lessons[row];
    const refusal = lesson && refusals.get(lesson.id);
    return (
      <>
        <VisuallyHidden>{t('editLessons.number', { number: row + 1 })}</VisuallyHidden>
        {lesson ? <StatusBadge status={lesson.status} /> : null}
        {refusal === undefined ? null : (
          <Stack gap={1}>
            <Problem>{translateServerMessage(refusal)}</Problem>
            <Button
              size="small"
              aria-label={t('editLessons.reloadOf', { number: row + 1 })}
              onClick={() => lesson && reload(lesson.id)}
            >
              {t('editLessons.reload')}
            </Button>
          </Stack>
        )}
      </>
    );
  };
  const title = t('editLessons.title', { count: lessons.length });
  const leftOut = selected - lessons.length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && void close()}
      size="full"
      title={title}
      description={t('editLessons.description')}
      footer={
        <>
          <Button
            disabled={isPending && cancel === undefined}
            onClick={() => void (isPending ? cancel?.() : close())}
          >
            {t('editLessons.cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={edits.length === 0 || problems > 0}
            loading={isPending}
            loadingLabel={t('editLessons.applying')}
            onClick={() => {
              setReloaded([]);
              apply(edits);
            }}
          >
            {t('editLessons.apply', { count: edits.length })}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {leftOut > 0 ? (
          <Callout tone="warning">
            {t('editLessons.leftOut', { count: leftOut, max: itemEditLimits.items })}
          </Callout>
        ) : null}
        {error === null ? null : (
          <Callout tone="danger" announce title={t('editLessons.failed')}>
            {translateServerMessage(problemOf(error))}
          </Callout>
        )}
        {isPending && progress ? (
          <Stack gap={1}>
            <Text role="status" size="small">
              {t('editLessons.progressOf', { done: progress.done, total: progress.items })}
            </Text>
            <ProgressBar label={t('editLessons.progress')} value={(progress.done / progress.items) * 100} />
          </Stack>
        ) : null}
        {lessons.length === 0 ? (
          <EmptyState title={t('editLessons.nothing')} />
        ) : (
          <Stack gap={3} inert={isPending}>
            <Choices>
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
            </Choices>
            <CellGrid
              label={title}
              {...{ columns, grid, said }}
              rowKeys={lessons.map(({ id }) => id)}
              rowHeader={t('editLessons.status')}
              renderRowHeader={renderStatus}
              problemAt={(place, isChanged) => {
                const read = isChanged && columns[place.column]?.read(textAt(grid, place));
                return read && 'problem' in read ? translateServerMessage(read.problem) : undefined;
              }}
              minWidth="56rem"
              onChange={change}
            />
          </Stack>
        )}
        {problems > 0 ? (
          <Callout tone="danger">{t('editLessons.problems', { count: problems })}</Callout>
        ) : null}
        {published > 0 ? (
          <Callout tone="warning">{t('editLessons.published', { count: published })}</Callout>
        ) : null}
        {isPending ? null : <RecentEdits />}
      </Stack>
    </Dialog>
  );
}

function RecentEdits() {
  const t = useMessages();
  const { data = [] } = useRecentEdits();
  const { mutate, isPending, variables } = useUndoEdit();
  if (data.length === 0) return null;
  return (
    <Stack gap={2} role="group" aria-label={t('editLessons.recent')}>
      <Text strong>{t('editLessons.recent')}</Text>
      {data.map(({ id, titles, change, items, createdAt }) => (
        <Inline key={id} gap={2} justify="between">
          <Stack gap={1}>
            <Text lines={1}>{titles}</Text>
            <Inline gap={2}>
              <Text as="span" size="small" muted>
                {t('editLessons.applied', { change, count: items })}
              </Text>
              <DateText at={createdAt} format="minute" />
            </Inline>
          </Stack>
          <Button
            size="small"
            aria-label={t('editLessons.undoOf', { titles })}
            loading={isPending && variables === id}
            onClick={() => mutate(id)}
          >
            {t('editLessons.undo')}
          </Button>
        </Inline>
      ))}
    </Stack>
  );
}

/** Why lessons cannot be edited, by their ids, unless they were read again since. */
function refusalsOf(
  error: Error | null,
  edits: readonly Edit[],
  reloaded: readonly number[],
): ReadonlyMap<number, string> {
  if (!(error instanceof ApiError)) return new Map();
  return new Map(
    error.issues.flatMap(({ path, message }) => {
      const edit = edits[Number(/^edits\.(\d+)/.exec(path)?.[1])];
      return edit && !reloaded.includes(edit.id) ? [[edit.id, message] as const] : [];
    }),
  );
}

import { listErrorProps, useRights } from '@khmer-learning/console-kit';
import { formatViewAddress, useViewState } from '@khmer-learning/console-sdk';
import {
  Button,
  Callout,
  color,
  EmptyState,
  ErrorPanel,
  fontSize,
  formatSchoolMonth,
  formatSchoolTime,
  formatSchoolWeekday,
  Heading,
  Inline,
  langProps,
  narrowBreakpoint,
  radius,
  Skeleton,
  Stack,
  space,
  startOfSchoolDay,
  Text,
  TextLink,
  toSchoolClockTime,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { z } from 'zod';
import { useMessages } from '../messages/messages.ts';
import { type CalendarEntry, type ReleaseEntry, useCalendarEntries, useMoveEntry } from './calendar.api.ts';
import { addDays, addMonths, type Day, monthOf, weeksOf } from './month-days.ts';
import { ReleaseDialog } from './release-dialog.tsx';

const Table = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  caption { text-align: start; }
  th { padding: ${space(2)}; text-align: start; font-size: ${fontSize.small}; color: ${color('textMuted')}; }

  /* On narrow screens: the days that have something, one below the other. */
  @media (max-width: ${narrowBreakpoint}) {
    thead { display: none; }
    &, tbody, tr, td { display: block; }
    td[data-empty] { display: none; }
  }
`;

const DayCell = styled.td`
  height: 6.5rem;
  padding: ${space(2)};
  border: 1px solid ${color('border')};
  background: ${color('surface')};
  vertical-align: top;
  &[data-other-month] { background: transparent; }
  &[data-over] { background: ${color('surfaceSelected')}; }
  @media (max-width: ${narrowBreakpoint}) { height: auto; }
`;

const DayNumber = styled.p`
  display: inline-block;
  margin: 0 0 ${space(1)};
  padding-inline: ${space(1)};
  border-radius: ${radius.medium};
  font-size: ${fontSize.small};
  color: ${color('textMuted')};
  [aria-current='date'] > & { font-weight: 600; color: ${color('text')}; outline: 2px solid ${color('accent')}; }
`;

const Entries = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: ${fontSize.small};
  overflow-wrap: anywhere;
  li[draggable] { cursor: grab; }
`;

/* Looks like the links around it. */
const ReleaseButton = styled(TextLink).attrs({ as: 'button', type: 'button' })`
  padding: 0;
  border: 0;
  background: none;
  font: inherit;
  text-align: start;
  cursor: pointer;
`;

const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const keyOf = ({ kind, id }: CalendarEntry) => `${kind} ${id}`;
const daysByKey: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 },
};
const fullDate = (day: Day) => formatSchoolTime(startOfSchoolDay(day) ?? 0, { dateStyle: 'full' });

/** The view `calendar`: what is published and unpublished in a month. Entries are moved by dragging them, or by Shift and an arrow key. */
export function CalendarView() {
  const t = useMessages();
  const today = toSchoolClockTime(new Date()).day;
  const [month, setMonth] = useViewState('month', monthSchema, monthOf(today));
  const weeks = weeksOf(month);
  const [first = today] = weeks[0] ?? [];
  const last = weeks.at(-1)?.at(-1) ?? today;
  const { data, error, isFetching, isPlaceholderData, refetch } = useCalendarEntries(first, last);
  const move = useMoveEntry();
  const { mayPublish } = useRights();
  const [dragged, setDragged] = useState<CalendarEntry | null>(null);
  const [over, setOver] = useState<Day | null>(null);
  const [opened, setOpened] = useState<ReleaseEntry | null>(null);
  const table = useRef<HTMLTableElement>(null);
  /** The entry that keeps the focus when it appears on another day. */
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (moved.current === null || data === undefined) return;
    const links = table.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [];
    [...links].find((link) => link.dataset.entry === moved.current)?.focus();
    moved.current = null;
  }, [data]);

  const moveTo = (entry: CalendarEntry, day: Day) => {
    if (day !== entry.day) move.mutate({ entry, day });
  };
  const onKeyDown = (event: KeyboardEvent, entry: CalendarEntry) => {
    const days = event.shiftKey && mayPublish ? daysByKey[event.key] : undefined;
    if (days === undefined) return;
    event.preventDefault();
    const day = addDays(entry.day, days);
    moved.current = keyOf(entry);
    if (day < first || day > last) setMonth(monthOf(day));
    moveTo(entry, day);
  };
  const dropProps = (day: Day) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null || day < today) return;
      event.preventDefault();
      setOver(day);
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(null);
      if (dragged !== null) moveTo(dragged, day);
    },
  });

  const entries = data?.entries ?? [];
  const failure = listErrorProps(t('calendar.subject'), error, refetch);
  return (
    <ViewBody>
      <Stack gap={4}>
        <Inline justify="between">
          <Heading level={2}>{formatSchoolMonth(month)}</Heading>
          <Inline>
            <Button size="small" onClick={() => setMonth(addMonths(month, -1))}>
              {t('calendar.previous')}
            </Button>
            <Button size="small" disabled={month === monthOf(today)} onClick={() => setMonth(monthOf(today))}>
              {t('calendar.today')}
            </Button>
            <Button size="small" onClick={() => setMonth(addMonths(month, 1))}>
              {t('calendar.next')}
            </Button>
          </Inline>
        </Inline>
        {failure === undefined ? null : <ErrorPanel {...failure} retrying={isFetching} />}
        {data === undefined && failure === undefined ? (
          <Stack role="status" aria-label={t('calendar.loading')}>
            <Skeleton height="20rem" />
          </Stack>
        ) : null}
        {data === undefined ? null : (
          <>
            {data.isComplete ? null : <Callout tone="warning">{t('calendar.incomplete')}</Callout>}
            {entries.length === 0 && !isPlaceholderData ? (
              <EmptyState title={t('calendar.empty')} hint={t('calendar.emptyHint')} />
            ) : mayPublish ? (
              <Text size="small" muted>
                {t('calendar.hint')}
              </Text>
            ) : null}
            <Table ref={table} aria-label={formatSchoolMonth(month)} aria-busy={isPlaceholderData}>
              <thead>
                <tr>
                  {weeks[0]?.map((day) => (
                    <th key={day} scope="col">
                      {formatSchoolWeekday(day)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeks.map((week) => (
                  <tr key={week[0]}>
                    {week.map((day) => {
                      const ofDay = entries.filter((entry) => entry.day === day);
                      return (
                        <DayCell
                          key={day}
                          aria-current={day === today ? 'date' : undefined}
                          data-other-month={monthOf(day) === month ? undefined : ''}
                          data-empty={ofDay.length === 0 ? '' : undefined}
                          data-over={over === day ? '' : undefined}
                          {...dropProps(day)}
                        >
                          <DayNumber aria-label={fullDate(day)}>{Number(day.slice(-2))}</DayNumber>
                          <Entries>
                            {ofDay.map((entry) => (
                              <li
                                key={keyOf(entry)}
                                draggable={mayPublish}
                                onDragStart={() => setDragged(entry)}
                                onDragEnd={() => setDragged(null)}
                              >
                                <EntryLink
                                  entry={entry}
                                  isMovable={mayPublish}
                                  onOpenRelease={() =>
                                    setOpened(entry.kind === 'content-release' ? entry : null)
                                  }
                                  onKeyDown={(event) => onKeyDown(event, entry)}
                                />
                                <Text size="small" muted>
                                  {t(wordsOf(entry), { kind: t(entry.label) })}
                                </Text>
                              </li>
                            ))}
                          </Entries>
                        </DayCell>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </Table>
          </>
        )}
        {opened === null ? null : <ReleaseDialog entry={opened} onClose={() => setOpened(null)} />}
      </Stack>
    </ViewBody>
  );
}

interface EntryLinkProps {
  entry: CalendarEntry;
  isMovable: boolean;
  onOpenRelease: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function EntryLink({ entry, isMovable, onOpenRelease, onKeyDown }: EntryLinkProps) {
  const common = {
    'data-entry': keyOf(entry),
    'aria-keyshortcuts': isMovable
      ? 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown'
      : undefined,
    draggable: false,
    onKeyDown,
  };
  const text = (
    <>
      {entry.time} <span {...langProps(entry.title)}>{entry.title}</span>
    </>
  );
  if (entry.kind === 'content-release')
    return (
      <ReleaseButton {...common} onClick={onOpenRelease}>
        {text}
      </ReleaseButton>
    );
  return (
    <TextLink {...common} href={formatViewAddress({ view: entry.view, list: undefined, item: entry.id })}>
      {text}
    </TextLink>
  );
}

function wordsOf({ action, failure }: CalendarEntry) {
  if (failure !== null) return 'calendar.failed';
  return action === 'publish' ? 'calendar.publishes' : 'calendar.unpublishes';
}

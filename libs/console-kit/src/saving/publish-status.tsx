import type { ListState } from '@khmer-learning/console-sdk';
import { pendingStatuses, type Review, type Schedule } from '@khmer-learning/contracts';
import {
  Badge,
  formatSchoolMinute,
  type SelectOption,
  Stack,
  StatusBadge,
  Text,
  TextLink,
  Tooltip,
  translateServerMessage,
  useLanguage,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { UnsavedDraftBadge } from '../drafts/unsaved-drafts.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { ItemPresenceMark } from '../presence/item-presence.tsx';
import { useRights } from '../rights/use-rights.ts';
import { addressOfDraft, hiddenMessages } from './hidden-by.ts';
import type { PublishableItem } from './publishable-kind.ts';

const scheduleMessages = {
  publish: { toCome: 'publishStatus.publishes', failed: 'publishStatus.publishFailed' },
  unpublish: { toCome: 'publishStatus.unpublishes', failed: 'publishStatus.unpublishFailed' },
} as const;

/** `Publishes Nov 24, 2026, 06:00`, in the school's time zone. */
export function describeSchedule({ action, at, failure }: Schedule): string {
  const { toCome, failed } = scheduleMessages[action];
  return message(failure === null ? toCome : failed, { at: formatSchoolMinute(new Date(at)) });
}

/** Whether what is scheduled to be published was saved before the last changes. */
function lacksLaterChanges({ version, workingCopy, schedule }: PublishStatusProps['item']): boolean {
  if (schedule?.action !== 'publish' || !schedule.isPinned || schedule.failure !== null) return false;
  const last = schedule.of === 'working-copy' ? workingCopy?.version : version;
  return last !== undefined && last !== schedule.version;
}

/** The options of a list's status filter besides the statuses; reviews for who has to ask for one, or if there are some. */
export function usePendingStatusOptions(
  list: Pick<ListState, 'filterParam'>,
  rows: readonly { readonly review?: Review | null | undefined }[] | undefined,
): SelectOption[] {
  useLanguage();
  const { mayPublish } = useRights();
  const hasReviews = list.filterParam('status') === 'review' || rows?.some(({ review }) => review);
  return pendingStatuses
    .filter((value) => value !== 'review' || !mayPublish || hasReviews)
    .map((value) => ({ value, label: message(`pendingStatus.${value}`) }));
}

export interface PublishStatusProps {
  item: Pick<PublishableItem, 'status' | 'hiddenBy' | 'workingCopy' | 'schedule' | 'review'> &
    Partial<Pick<PublishableItem, 'version'>>;
  /** The kind of entity, which also names its form, in a list: marks unsaved changes in this browser, and who has the item open. */
  listed?: { entity: string; id: number };
  /** Puts everything in one line, as in the head of a form. */
  inline?: boolean;
}

/* In a table with room for it, three lines are enough: the status, the marks and the schedule. */
const Lines = styled(Stack)<{ $inline: boolean }>`
  align-items: flex-start;
  white-space: normal;
  ${({ $inline }) => ($inline ? 'flex-flow: row wrap; align-items: center;' : '')}
  @container (min-width: 880px) { white-space: nowrap; }
`;

const Marks = styled.span`
  display: inline-flex;
  gap: 0.25rem;
  align-items: center;
  &:empty { display: none; }
`;

/* Above a link whose area is the whole row. */
const DraftLink = styled(TextLink)`position: relative; z-index: 1;`;

/** The status of an item in a list, what hides it from learners, as a link, whether it has changes that are not published, its review, and what is scheduled. */
export function PublishStatus({ item, listed, inline = false }: PublishStatusProps) {
  const t = useMessages();
  const { status, hiddenBy, workingCopy, schedule, review } = item;
  return (
    <Lines gap={1} $inline={inline}>
      <span>
        {hiddenBy === undefined ? (
          <StatusBadge status={status} />
        ) : (
          <Tooltip text={t(hiddenMessages[hiddenBy.entity].open)}>
            <DraftLink href={addressOfDraft(hiddenBy)}>
              <StatusBadge
                status={status}
                tone="yellow"
                label={t(hiddenMessages[hiddenBy.entity].status, { status })}
              />
            </DraftLink>
          </Tooltip>
        )}
        {workingCopy ? (
          <>
            {' '}
            {/* In a narrow column it begins a line of its own. */}
            <Text as="span" size="small" muted style={{ display: 'inline-block' }}>
              {t('publishStatus.changesNotPublished')}
            </Text>
          </>
        ) : null}
      </span>
      {listed === undefined ? null : (
        <Marks>
          <UnsavedDraftBadge form={listed.entity} itemId={listed.id} />
          <ItemPresenceMark {...listed} />
        </Marks>
      )}
      {review ? (
        <Badge tone="yellow">
          {t(review.state === 'requested' ? 'pendingStatus.review' : 'publishStatus.changesRequested')}
        </Badge>
      ) : null}
      {schedule ? <ScheduleBadge schedule={schedule} isOutdated={lacksLaterChanges(item)} /> : null}
    </Lines>
  );
}

/* Focusable, so that the keyboard shows the reason. */
const Failed = styled.span.attrs({ role: 'note', tabIndex: 0 })``;

function ScheduleBadge({ schedule, isOutdated }: { schedule: Schedule; isOutdated: boolean }) {
  useLanguage();
  const planned = describeSchedule(schedule);
  const text = isOutdated ? message('publishStatus.withoutLaterChanges', { planned }) : planned;
  if (schedule.failure === null) {
    return (
      <Text size="small" muted>
        {text}
      </Text>
    );
  }
  return (
    <Tooltip text={translateServerMessage(schedule.failure)}>
      <Failed>
        <Badge tone="red" dot>
          {text}
        </Badge>
      </Failed>
    </Tooltip>
  );
}

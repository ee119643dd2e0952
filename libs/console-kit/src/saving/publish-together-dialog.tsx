import {
  type ApiClient,
  ApiError,
  queryKeys,
  useAnnounceChanges,
  useApi,
  useApiMutation,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import {
  type ContentRelease,
  contentReleaseLimits,
  contentReleases,
  type ReleaseFailure,
  releasedEntities,
} from '@khmer-learning/contracts';
import {
  Callout,
  Checkbox,
  color,
  EmptyState,
  ErrorPanel,
  FormField,
  fontSize,
  formatSchoolMinute,
  fromSchoolClockTime,
  langProps,
  RadioGroup,
  Skeleton,
  Stack,
  Text,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { FormDialog } from '../layout/form-dialog.tsx';
import { listErrorProps } from '../lists/list-error-props.ts';
import { useMessages } from '../messages/messages.ts';
import { hasChanges, type ReleaseCandidate, toReleasedItem } from './release-candidates.ts';
import { ScheduleTimeFields, suggestedTime, timeError } from './schedule-time.tsx';

const candidateKeys = queryKeys('releaseCandidates', releasedEntities);
const pollMs = 1_000;
/** They follow whatever happens: after these, the dialog need not wait. */
const maxPollsForQuizzes = 10;

const Items = styled.ul`
  max-height: 16rem;
  margin: 0;
  padding: 0;
  overflow: auto;
  overflow-wrap: anywhere;
  list-style: none;
`;
const Detail = styled.span`display: block; font-size: ${fontSize.small}; color: ${color('textMuted')};`;
const Reason = styled(Detail)`color: ${color('dangerText')};`;

/** A release that failed after its creation was answered. */
class ReleaseFailedError extends Error {
  constructor(readonly failure: ReleaseFailure) {
    super(failure.message);
  }
}

const keyOf = ({ entity, id }: Pick<ReleaseCandidate, 'entity' | 'id'>) => `${entity} ${id}`;

interface PublishTogetherDialogProps {
  chosen: readonly ReleaseCandidate[];
  /** Finds what belongs to it and has something to publish. */
  findOffered: (api: ApiClient, signal: AbortSignal) => Promise<readonly ReleaseCandidate[]>;
  /** Whether what is offered is selected at first. */
  selectsOffered?: boolean;
  onPublished?: () => void;
  onClose: () => void;
}

/** Publishes drafts and working copies together or not at all, at once or at a time. */
export function PublishTogetherDialog({
  chosen,
  findOffered,
  selectsOffered = false,
  onPublished,
  onClose,
}: PublishTogetherDialogProps) {
  const t = useMessages();
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [time, setTime] = useState(suggestedTime);
  const [invalidTime, setInvalidTime] = useState<string | undefined>(undefined);
  /** Those that the user has selected or left out, against what is suggested. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const offers = useQuery({
    queryKey: candidateKeys.list({ of: chosen.map(keyOf) }),
    queryFn: ({ signal }) => findOffered(api, signal),
    staleTime: 0,
    gcTime: 0,
  });

  const changed = chosen.filter(hasChanges);
  const chosenKeys = new Set(chosen.map(keyOf));
  const offered = (offers.data ?? []).filter((one) => hasChanges(one) && !chosenKeys.has(keyOf(one)));
  const isSelected = (one: ReleaseCandidate) =>
    (chosenKeys.has(keyOf(one)) || selectsOffered) !== toggled.has(keyOf(one));
  const selected = [...changed, ...offered].filter(isSelected);
  const count = selected.length;

  const { mutate, isPending, error, variables } = useApiMutation({
    call: async ({ items, at }: { items: readonly ReleaseCandidate[]; at: string | null }) => {
      const body = { items: items.map(toReleasedItem), at };
      return whenPublished(api, await api.call(contentReleases.create, { body }));
    },
    successMessage: ({ at, items }) =>
      at === null
        ? t('publishTogether.done', { count: items.length })
        : t('publishTogether.scheduled', { count: items.length, at: formatSchoolMinute(new Date(at)) }),
    failureMessage: '',
    changes: releasedEntities,
    onSuccess: () => {
      onClose();
      onPublished?.();
    },
    // The dialog shows the failure. What is newer is fetched for another try.
    onError: () => {
      announceChanges(releasedEntities);
      return true;
    },
  });
  const reasons = error === null ? new Map<string, string>() : reasonsOf(error, variables?.items ?? []);

  const submit = () => {
    const at = when === 'later' ? fromSchoolClockTime(time) : null;
    const problem = at === null ? undefined : timeError(at);
    setInvalidTime(problem);
    if (problem === undefined && count > 0) mutate({ items: selected, at: at?.toISOString() ?? null });
  };
  const toggle = (key: string) =>
    setToggled((last) =>
      last.has(key) ? new Set([...last].filter((one) => one !== key)) : new Set([...last, key]),
    );

  const list = (items: readonly ReleaseCandidate[], label: string) =>
    items.length === 0 ? null : (
      <Stack gap={1}>
        <Text strong>{label}</Text>
        <Items aria-label={label}>
          {items.map((one) => {
            const key = keyOf(one);
            const { entity, title, workingCopy, status } = one;
            const reason = reasons.get(key);
            return (
              <li key={key}>
                <Checkbox checked={isSelected(one)} onChange={() => toggle(key)}>
                  <span {...langProps(title)}>{title}</span>
                  <Detail>
                    {workingCopy && status !== 'draft'
                      ? t('publishTogether.changes', {
                          kind: entity,
                          at: formatSchoolMinute(new Date(workingCopy.savedAt)),
                        })
                      : t('publishTogether.draft', { kind: entity })}
                  </Detail>
                  {reason === undefined ? null : <Reason>{translateServerMessage(reason)}</Reason>}
                </Checkbox>
              </li>
            );
          })}
        </Items>
      </Stack>
    );

  const unchanged = chosen.length - changed.length;
  const failure = listErrorProps(t('publishTogether.subject'), offers.error, offers.refetch);
  const isEmpty = changed.length + offered.length === 0 && offers.data !== undefined;
  const isTooMuch = count > contentReleaseLimits.items;
  return (
    <FormDialog
      title={t('publishTogether.title')}
      description={t('publishTogether.description')}
      action={t(when === 'now' ? 'publishTogether.publish' : 'publishTogether.schedule', { count })}
      loadingLabel={t('action.publishing')}
      disabled={count === 0 || isTooMuch}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {error === null ? null : (
        <Callout tone="danger" announce title={t('publishTogether.failed')}>
          {error instanceof ReleaseFailedError
            ? translateServerMessage(error.message)
            : userMessageOf(error, t('publishTogether.tryAgain'))}
        </Callout>
      )}
      {list(changed, t('publishTogether.chosen'))}
      {unchanged > 0 && !isEmpty ? (
        <Text size="small" muted>
          {t('publishTogether.unchanged', { count: unchanged })}
        </Text>
      ) : null}
      {offers.isPending ? (
        <Stack role="status" aria-label={t('publishTogether.loading')}>
          <Skeleton height="2.5rem" />
        </Stack>
      ) : null}
      {failure === undefined ? null : <ErrorPanel {...failure} retrying={offers.isFetching} />}
      {list(offered, t('publishTogether.offered'))}
      {isEmpty ? (
        <EmptyState title={t('publishTogether.nothing')} hint={t('publishTogether.nothingHint')} />
      ) : (
        <FormField group label={t('publishTogether.when')}>
          <RadioGroup
            value={when}
            onValueChange={setWhen}
            options={[
              { value: 'now', label: t('publishTogether.now') },
              { value: 'later', label: t('publishTogether.later') },
            ]}
          />
        </FormField>
      )}
      {when === 'later' && !isEmpty ? (
        <ScheduleTimeFields
          value={time}
          error={invalidTime}
          onChange={(next) => {
            setTime(next);
            setInvalidTime(undefined);
          }}
        />
      ) : null}
      {isTooMuch ? (
        <Callout tone="warning">{t('publishTogether.tooMany', { max: contentReleaseLimits.items })}</Callout>
      ) : null}
    </FormDialog>
  );
}

/** Waits until a release is decided, and a moment for its quizzes. @throws ReleaseFailedError when nothing is published */
async function whenPublished(api: ApiClient, created: ContentRelease): Promise<ContentRelease> {
  let release = created;
  let polls = 0;
  while (release.state === 'preparing' || (release.state === 'committed' && polls < maxPollsForQuizzes)) {
    if (release.state === 'committed') polls += 1;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    release = await api.call(contentReleases.get, { params: { id: release.id } });
  }
  if (release.failure) throw new ReleaseFailedError(release.failure);
  return release;
}

/** Why items could not be published, by their keys. */
function reasonsOf(error: Error, items: readonly ReleaseCandidate[]): ReadonlyMap<string, string> {
  if (error instanceof ReleaseFailedError)
    return new Map(error.failure.items.map((item) => [keyOf(item), item.message]));
  if (!(error instanceof ApiError)) return new Map();
  return new Map(
    error.issues.flatMap(({ path, message }) => {
      const item = items[Number(/^items\.(\d+)/.exec(path)?.[1])];
      return item ? [[keyOf(item), message] as const] : [];
    }),
  );
}

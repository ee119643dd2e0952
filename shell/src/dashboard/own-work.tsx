import {
  isDashboardRecent,
  useApi,
  useExtensions,
  userMessageOf,
  useSession,
} from '@khmer-learning/console-sdk';
import {
  accountRecentItems,
  commentedViews,
  lessons,
  mainLessons,
  quizzes,
  type RecentItem,
} from '@khmer-learning/contracts';
import {
  Card,
  color,
  DateText,
  ErrorPanel,
  Heading,
  langProps,
  Skeleton,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { useMessages } from '../console/messages/messages.ts';
import { StretchedLink, type ViewAddressOf } from './links.ts';

/** Drafts of a kind that are read, the last edited first, to find the user's own among them. */
const draftsRead = 50;
/** Quizzes come with their questions. */
const quizzesRead = 15;
const shown = 5;

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
  gap: ${space(5)};
`;
const List = styled.ul`display: grid; margin: 0; padding: 0; list-style: none;`;
const Item = styled.li`
  position: relative;
  padding-block: ${space(1.5)};
  overflow-wrap: anywhere;
  & + & { border-top: 1px solid ${color('border')}; }
  &:has(a[href]:hover) { background: ${color('surfaceHover')}; }
`;

interface Line extends RecentItem {
  readonly by?: string;
}

const keyOf = ({ entity, id }: Pick<RecentItem, 'entity' | 'id'>) => `${entity}-${id}`;

/** What the signed-in user has edited last, and the ids of drafts among it. */
function useOwnItems() {
  const api = useApi();
  const { user } = useSession();
  return useQuery({
    queryKey: ['own-work', 'items', user.id],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { items } = await api.call(accountRecentItems, {}, { signal });
      const has = (kind: string) => items.some(({ entity }) => entity === kind);
      const query = { status: 'draft', sort: '-updatedAt', limit: String(draftsRead), offset: '0' };
      const [ofLessons, ofMainLessons, ofQuizzes] = await Promise.all([
        has('lesson') ? api.call(lessons.list, { query: { ...query, sections: 'false' } }, { signal }) : null,
        has('main-lesson') ? api.call(mainLessons.list, { query }, { signal }) : null,
        has('quiz')
          ? api.call(quizzes.list, { query: { ...query, limit: String(quizzesRead) } }, { signal })
          : null,
      ]);
      const drafts = new Set([
        ...(ofLessons?.lessons ?? []).map(({ id }) => `lesson-${id}`),
        ...(ofMainLessons?.mainLessons ?? []).map(({ id }) => `main-lesson-${id}`),
        ...(ofQuizzes ?? []).map(({ id }) => `quiz-${id}`),
      ]);
      return {
        drafts: items.filter((item) => drafts.has(keyOf(item))),
        others: items.filter((item) => !drafts.has(keyOf(item))),
      };
    },
  });
}

/** The reviews that wait: those that the signed-in user has asked for, and, for who may publish, those of others. */
function useReviews() {
  const api = useApi();
  const { user } = useSession();
  return useQuery({
    queryKey: ['own-work', 'reviews', user.id],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const kinds = { lesson: lessons, 'main-lesson': mainLessons, quiz: quizzes } as const;
      const found = await Promise.all(
        Object.entries(kinds).map(async ([entity, { review }]) => {
          const { data } = await api.call(review.list, {}, { signal });
          return data.map(({ id, title, requestedBy, requestedAt }) => ({
            entity,
            id,
            title,
            at: requestedAt,
            requestedBy,
          }));
        }),
      );
      const all = found.flat().sort((one, other) => one.at.localeCompare(other.at));
      return {
        own: all.filter(({ requestedBy }) => requestedBy.id === user.id),
        asked:
          (user.rights?.canPublish ?? true)
            ? all.flatMap(({ requestedBy, ...item }) =>
                requestedBy.id === user.id ? [] : [{ ...item, by: requestedBy.name }],
              )
            : [],
      };
    },
  });
}

/** The signed-in user's own work: drafts, reviews, and what else was edited last. Each is a link to its item. */
export function OwnWork({ addressOf }: { addressOf: ViewAddressOf }) {
  const t = useMessages();
  const items = useOwnItems();
  const reviews = useReviews();
  const failed = items.data === undefined ? items : reviews;
  if (items.isPending)
    return (
      <Card title={t('ownWork.title')}>
        <Skeleton height="6rem" />
      </Card>
    );
  const lists = [
    { title: t('ownWork.drafts'), lines: items.data?.drafts ?? [] },
    { title: t('ownWork.asked'), lines: reviews.data?.asked ?? [] },
    { title: t('ownWork.reviews'), lines: reviews.data?.own ?? [] },
    { title: t('ownWork.edited'), lines: items.data?.others ?? [] },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <Card title={t('ownWork.title')}>
      <Stack gap={4}>
        {failed.error === null || failed.data !== undefined ? null : (
          <ErrorPanel
            title={t('dashboardCards.failed', { title: t('ownWork.title') })}
            message={userMessageOf(failed.error, t('dashboardCards.failedHint'))}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
        )}
        {lists.length === 0 && failed.error === null ? <Text muted>{t('ownWork.empty')}</Text> : null}
        <Columns>
          {lists.map(({ title, lines }) => (
            <WorkList key={title} title={title} lines={lines} addressOf={addressOf} />
          ))}
        </Columns>
      </Stack>
    </Card>
  );
}

function WorkList({
  title,
  lines,
  addressOf,
}: {
  title: string;
  lines: readonly Line[];
  addressOf: ViewAddressOf;
}) {
  const t = useMessages();
  const kinds = useExtensions(isDashboardRecent);
  return (
    <Stack gap={1}>
      <Heading level={3} size="section">
        {title}
      </Heading>
      <List role="list">
        {lines.slice(0, shown).map((line) => (
          <Item key={keyOf(line)}>
            <StretchedLink
              href={addressOf({ view: commentedViews[line.entity] ?? '', item: line.id })}
              {...langProps(line.title)}
            >
              {line.title}
            </StretchedLink>
            <Text size="small" muted>
              {[
                kinds.find(({ extension }) => extension.view === commentedViews[line.entity])?.extension
                  .label,
                line.by,
              ]
                .filter((text) => text !== undefined)
                .map((text) => `${text} · `)}
              <DateText at={line.at} />
            </Text>
          </Item>
        ))}
      </List>
      {lines.length > shown ? (
        <Text size="small" muted>
          {t('ownWork.more', { count: lines.length - shown })}
        </Text>
      ) : null}
    </Stack>
  );
}

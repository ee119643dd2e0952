import { auditKeys, useApi, useSession } from '@khmer-learning/console-sdk';
import { type AuditEntry, auditList, defaultPageSize, maxOffset } from '@khmer-learning/contracts';
import {
  Button,
  color,
  DateText,
  ErrorPanel,
  Inline,
  Skeleton,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { ClosedPanel } from '../layout/closed-panel.tsx';
import { listErrorProps } from '../lists/list-error-props.ts';
import { useMessages } from '../messages/messages.ts';
import { auditActorName, auditDetailText, useActivityWords } from './audit-labels.ts';

const List = styled.ol`
  list-style: none;
  margin: 0;
  padding: 0;
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
`;
const Entry = styled.li`border-left: 2px solid ${color('border')}; padding-left: ${space(3)}; overflow-wrap: anywhere;`;

export interface ItemAuditLogProps {
  entity: string;
  entityId: number | string;
}

/** The audit log of one item, newest first, fetched when the section is expanded. Renders nothing for other roles than admin. */
export function ItemAuditLog({ entity, entityId }: ItemAuditLogProps) {
  const t = useMessages();
  const { user } = useSession();
  if (user.role !== 'admin') return null;
  return (
    <ClosedPanel title={t('itemAuditLog.title')}>
      {() => <AuditLogEntries entity={entity} entityId={entityId} />}
    </ClosedPanel>
  );
}

function AuditLogEntries({ entity, entityId }: ItemAuditLogProps) {
  const t = useMessages();
  const api = useApi();
  const entityRef = { entity, entityId: String(entityId) };
  const pages = useInfiniteQuery({
    queryKey: auditKeys.list(entityRef),
    queryFn: ({ pageParam, signal }) =>
      api.call(auditList, { query: { ...entityRef, limit: defaultPageSize, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, _all, offset) => {
      const next = offset + last.data.length;
      return next > offset && next < last.total && next <= maxOffset ? next : undefined;
    },
    // Always refetch: users look for the most recent entries.
    staleTime: 0,
    gcTime: 0,
  });
  if (pages.isPending) return <Skeleton height="6rem" />;
  const failure = listErrorProps(t('itemAuditLog.title'), pages.error, () =>
    pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch(),
  );
  // A new entry moves an older one to the next page, so an entry can appear on two pages: deduplicate by id.
  const entries = new Map(pages.data?.pages.flatMap(({ data }) => data.map((entry) => [entry.id, entry])));
  return (
    <Stack gap={3}>
      {entries.size === 0 && failure === undefined ? (
        <Text muted>{t('itemAuditLog.empty')}</Text>
      ) : (
        <List>
          {[...entries.values()].map((entry) => (
            <AuditLogEntry key={entry.id} entry={entry} />
          ))}
        </List>
      )}
      {failure === undefined ? null : <ErrorPanel {...failure} />}
      {pages.hasNextPage && failure === undefined ? (
        <Inline>
          <Button
            size="small"
            loading={pages.isFetchingNextPage}
            loadingLabel={t('action.loading')}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('itemAuditLog.loadMore')}
          </Button>
        </Inline>
      ) : null}
    </Stack>
  );
}

function AuditLogEntry({ entry }: { entry: AuditEntry }) {
  const t = useMessages();
  const detail = auditDetailText(entry);
  const { actionLabel } = useActivityWords();
  return (
    <Entry>
      <Inline gap={2}>
        <Text as="span" strong>
          {auditActorName(entry)}
        </Text>
        <Text as="span">{actionLabel(entry.action, entry.entity)}</Text>
        <DateText at={entry.at} />
      </Inline>
      {detail === '' ? null : <Text size="small">{detail}</Text>}
      {entry.address === null ? null : (
        <Text size="small" muted>
          {t('itemAuditLog.from', { address: entry.address })}
        </Text>
      )}
    </Entry>
  );
}

import {
  isSessionEndError,
  useApi,
  useNavigation,
  userMessageOf,
  useSession,
} from '@khmer-learning/console-sdk';
import {
  addressOfComment,
  addressOfItem,
  commentedViews,
  defaultPageSize,
  type Notification,
  notificationsList,
  notificationsRead,
} from '@khmer-learning/contracts';
import {
  Button,
  CommentIcon,
  color,
  DateText,
  Dialog,
  EmptyState,
  ErrorPanel,
  EyeIcon,
  fontWeight,
  Inline,
  langProps,
  Skeleton,
  Stack,
  space,
  Text,
  toast,
} from '@khmer-learning/ui-kit';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import styled from 'styled-components';
import { StretchedLink } from '../dashboard/links.ts';
import { notificationKeys } from './inbox-keys.ts';
import { useMessages } from './messages/messages.ts';

const List = styled.ul`display: grid; margin: 0; padding: 0; list-style: none;`;
const Entry = styled.li`
  position: relative;
  display: grid;
  gap: ${space(0.5)};
  padding: ${space(3)} ${space(2)};
  overflow-wrap: anywhere;

  & svg { flex: none; width: 1rem; height: 1rem; color: ${color('textMuted')}; }
  & + & { border-top: 1px solid ${color('border')}; }
  &:hover { background: ${color('surfaceHover')}; }
  &[data-unread] { box-shadow: inset 3px 0 0 ${color('accent')}; font-weight: ${fontWeight.medium}; }
`;

const reasonMessages = {
  mention: 'inbox.mention',
  reply: 'inbox.reply',
  requested: 'inbox.reviewRequested',
  'changes-requested': 'inbox.changesRequested',
  granted: 'inbox.reviewGranted',
} as const satisfies Record<Notification['about']['reason'], string>;

/** The notifications of the user, newest first. One that is opened becomes read, and shows its item, at the thread of a comment. */
export function InboxPanel({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const api = useApi();
  const { user } = useSession();
  const { openView } = useNavigation();
  const queryClient = useQueryClient();
  const pages = useInfiniteQuery({
    queryKey: notificationKeys.list(user.id),
    queryFn: ({ pageParam, signal }) =>
      api.call(notificationsList, { query: { limit: defaultPageSize, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) =>
      last.hasMore ? all.reduce((sum, { notifications }) => sum + notifications.length, 0) : undefined,
    // Always what is new.
    staleTime: 0,
    gcTime: 0,
  });
  const reading = useMutation({
    mutationFn: (id: string | undefined) =>
      api.call(notificationsRead, { body: id === undefined ? {} : { id } }),
    onSuccess: (unread) => {
      queryClient.setQueryData(notificationKeys.unread(user.id), unread);
      void queryClient.invalidateQueries({ queryKey: notificationKeys.list(user.id) });
    },
    onError: (error) => {
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, t('inbox.readFailed')));
    },
  });
  const entries = pages.data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  // A new one moves the others to the next page.
  const byId = new Map(entries.map((entry) => [entry.id, entry]));

  const open = (event: MouseEvent, { id, isRead, about }: Notification) => {
    if (!isRead) reading.mutate(id);
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onClose();
    const thread = about.kind === 'comment' ? { comment: about.thread } : {};
    void openView(commentedViews[about.item.entity] ?? '', { item: about.item.id, ...thread });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('inbox.title')}
      size="small"
      footer={
        <Button
          disabled={entries.every(({ isRead }) => isRead)}
          loading={reading.isPending}
          onClick={() => reading.mutate(undefined)}
        >
          {t('inbox.readAll')}
        </Button>
      }
    >
      <Stack gap={3}>
        {pages.isPending ? <Skeleton height="8rem" /> : null}
        {pages.error === null ? null : (
          <ErrorPanel
            title={t('inbox.listFailed')}
            message={userMessageOf(pages.error, t('inbox.loadFailed'))}
            onRetry={() => void pages.refetch()}
          />
        )}
        {pages.isSuccess && entries.length === 0 ? (
          <EmptyState title={t('inbox.empty')} hint={t('inbox.emptyHint')} />
        ) : null}
        {byId.size === 0 ? null : (
          <List>
            {[...byId.values()].map((entry) => (
              <Entry key={entry.id} {...(entry.isRead ? {} : { 'data-unread': '' })}>
                <Inline gap={2} wrap={false}>
                  {entry.about.kind === 'comment' ? (
                    <CommentIcon aria-hidden="true" />
                  ) : (
                    <EyeIcon aria-hidden="true" />
                  )}
                  <StretchedLink
                    href={
                      entry.about.kind === 'comment'
                        ? addressOfComment(entry.about.item, entry.about.thread)
                        : addressOfItem(entry.about.item)
                    }
                    onClick={(event) => open(event, entry)}
                    {...langProps(entry.about.item.title)}
                  >
                    {t(reasonMessages[entry.about.reason], {
                      name: entry.about.by.name,
                      title: entry.about.item.title,
                    })}
                  </StretchedLink>
                </Inline>
                <Inline gap={2}>
                  <DateText at={entry.at} />
                  {entry.isRead ? null : (
                    <Text as="span" size="small">
                      {t('inbox.unread')}
                    </Text>
                  )}
                </Inline>
              </Entry>
            ))}
          </List>
        )}
        {pages.hasNextPage ? (
          <Button size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('inbox.more')}
          </Button>
        ) : null}
      </Stack>
    </Dialog>
  );
}

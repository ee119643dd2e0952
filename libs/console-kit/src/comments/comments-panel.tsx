import { isSessionEndError, useApi, userMessageOf, useSession } from '@khmer-learning/console-sdk';
import type { CommentedSection, CommentThread, ItemComment } from '@khmer-learning/contracts';
import {
  Avatar,
  Button,
  Checkbox,
  CloseIcon,
  ConfirmDialog,
  color,
  DateText,
  Dialog,
  EmptyState,
  ErrorPanel,
  Heading,
  IconButton,
  Inline,
  langProps,
  radius,
  Skeleton,
  Stack,
  space,
  Text,
  toast,
  useScreen,
  zIndex,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { fieldName } from '../audit-log/audit-labels.ts';
import { listErrorProps } from '../lists/list-error-props.ts';
import { useMessages } from '../messages/messages.ts';
import { usePreventEscapeClose } from '../reorder/use-prevent-escape-close.ts';
import { CommentEditor, CommentText, toTypedText } from './comment-text.tsx';
import type { ItemComments } from './item-comments.ts';

/* Between the head and the foot of the form, which has room for it (`Dialog`). */
const Side = styled.aside`
  position: fixed;
  inset: 4.5rem 0 4rem auto;
  z-index: ${zIndex.sticky};
  width: 24rem;
  padding: ${space(4)};
  overflow-y: auto;
  overscroll-behavior: contain;
  border-left: 1px solid ${color('border')};
  background: ${color('surface')};
`;
const Head = styled.div`display: flex; justify-content: space-between; margin-bottom: ${space(3)};`;
const Thread = styled.article`
  padding: ${space(3)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surface')};

  &:focus { outline: 2px solid ${color('focus')}; outline-offset: 2px; }
  &[data-resolved] { background: ${color('surfaceSunken')}; }
`;

interface CommentsPanelProps {
  comments: ItemComments;
  sections: readonly CommentedSection[];
  isFull: boolean;
  onClose: () => void;
}

/** The comments on an item: beside a form that covers a wide screen, else in a dialog. */
export function CommentsPanel({ comments, sections, isFull, onClose }: CommentsPanelProps) {
  const t = useMessages();
  const isWide = useScreen('(min-width: 64rem)');
  const side = useRef<HTMLElement>(null);
  const isBeside = isFull && isWide;
  usePreventEscapeClose(isBeside, side);
  const content = <Threads comments={comments} sections={sections} />;
  if (!isBeside)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={t('comments.title')}>
        {content}
      </Dialog>
    );
  return (
    <Side
      ref={side}
      data-side-panel=""
      aria-label={t('comments.title')}
      // Dialogs opened from it are its children, but not within it.
      onKeyDown={({ key, currentTarget, target }) => {
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) onClose();
      }}
    >
      <Head>
        <Heading level={3}>{t('comments.title')}</Heading>
        <IconButton
          size="small"
          label={t('comments.close')}
          icon={<CloseIcon aria-hidden="true" />}
          onClick={onClose}
        />
      </Head>
      {content}
    </Side>
  );
}

function Threads({ comments, sections }: Pick<CommentsPanelProps, 'comments' | 'sections'>) {
  const t = useMessages();
  const { threads, target, addressed, error, isPending } = comments;
  const named = threads.find(({ id }) => id === addressed);
  const [showsResolved, setShowsResolved] = useState(false);
  const write = useWrite(comments);
  const isShown = (thread: CommentThread) => thread.resolvedAt === null || showsResolved || thread === named;
  const here = target === null ? [] : comments.threadsAt(target);
  const shown = threads.filter(isShown).toSorted((one, other) => rank(here, one) - rank(here, other));
  const resolved = threads.filter(({ resolvedAt }) => resolvedAt !== null).length;
  const failure = listErrorProps(t('comments.title'), error, comments.refetch);
  const place = target && describePlace(t, target);
  return (
    <Stack gap={4}>
      <Stack gap={2}>
        {place === null ? null : (
          <Inline gap={2}>
            <Text size="small" muted {...langProps(place)}>
              {place}
            </Text>
            <Button size="small" variant="ghost" onClick={() => comments.setTarget(null)}>
              {t('comments.wholeItem')}
            </Button>
          </Inline>
        )}
        <CommentEditor
          key={JSON.stringify(target)}
          focused={target !== null}
          comments={comments}
          draft={`new ${JSON.stringify(target)}`}
          label={t('comments.new')}
          sendLabel={t('comments.send')}
          onSend={(text) =>
            write((api, { endpoints, id }) =>
              api.call(endpoints.create, { params: { id }, body: { text, anchor: target } }),
            )
          }
        />
      </Stack>
      {failure === undefined ? null : <ErrorPanel {...failure} />}
      {isPending ? <Skeleton height="6rem" /> : null}
      {shown.length === 0 && !isPending && failure === undefined ? (
        <EmptyState title={t('comments.empty')} hint={t('comments.emptyHint')} />
      ) : null}
      {shown.map((thread) => (
        <ThreadCard
          key={thread.id}
          thread={thread}
          comments={comments}
          place={placeText(t, thread, comments, sections)}
          isNamed={thread === named}
        />
      ))}
      {resolved === 0 ? null : (
        <Checkbox checked={showsResolved} onChange={({ target: box }) => setShowsResolved(box.checked)}>
          {t('comments.showResolved', { count: resolved })}
        </Checkbox>
      )}
    </Stack>
  );
}

const rank = (first: readonly CommentThread[], thread: CommentThread) => (first.includes(thread) ? 0 : 1);

type Translate = ReturnType<typeof useMessages>;

function describePlace(t: Translate, target: NonNullable<ItemComments['target']>): string {
  if ('field' in target) return t('comments.atField', { field: fieldName(target.field) });
  return target.row === undefined
    ? t('comments.atSection', { text: target.section })
    : t('comments.atRow', { text: target.row });
}

/** Where a thread is: what is there now, or what was there last. */
function placeText(
  t: Translate,
  thread: CommentThread,
  { placeOf }: ItemComments,
  sections: readonly CommentedSection[],
): string | null {
  const { anchor } = thread;
  if (anchor === null) return null;
  if ('field' in anchor) return t('comments.atField', { field: fieldName(anchor.field) });
  const place = placeOf(thread);
  const section = place && sections[place.section];
  if (anchor.row) {
    const row = section?.rows[place?.row ?? -1];
    return row === undefined
      ? t('comments.rowDeleted', { text: anchor.row[0] ?? '' })
      : t('comments.atRow', { text: row });
  }
  return section === undefined
    ? t('comments.sectionDeleted', { text: anchor.section[0] ?? '' })
    : t('comments.atSection', { text: section.text });
}

/** @returns makes a change of comments and reads them again; resolves to false after a failure, which a toast has told */
function useWrite(comments: ItemComments) {
  const t = useMessages();
  const api = useApi();
  return async (call: (client: typeof api, of: ItemComments) => Promise<unknown>): Promise<boolean> => {
    try {
      await call(api, comments);
    } catch (error) {
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, t('comments.failed')));
      return false;
    }
    await comments.refetch();
    return true;
  };
}

interface ThreadCardProps {
  thread: CommentThread;
  comments: ItemComments;
  place: string | null;
  /** The page's address names it. */
  isNamed: boolean;
}

function ThreadCard({ thread, comments, place, isNamed }: ThreadCardProps) {
  const t = useMessages();
  const card = useRef<HTMLElement>(null);
  const draft = `reply ${thread.id}`;
  const [isReplying, setReplying] = useState(comments.drafts.has(draft));
  const write = useWrite(comments);
  const show = useEffectEvent(() => {
    card.current?.scrollIntoView?.({ block: 'nearest' });
    card.current?.focus();
  });
  useEffect(() => {
    if (isNamed) show();
  }, [isNamed]);
  const isResolved = thread.resolvedAt !== null;
  const params = { id: comments.id, thread: thread.id };
  const toggle = isResolved ? comments.endpoints.reopen : comments.endpoints.resolve;
  return (
    <Thread
      ref={card}
      tabIndex={-1}
      aria-label={place ?? t('comments.thread')}
      {...(isResolved ? { 'data-resolved': '' } : {})}
      {...(isNamed ? { 'data-initial-focus': '' } : {})}
    >
      <Stack gap={3}>
        {place === null ? null : (
          <Text size="small" muted {...langProps(place)}>
            {place}
          </Text>
        )}
        {thread.comments.map((comment) => (
          <Comment key={comment.id} comment={comment} thread={thread} comments={comments} />
        ))}
        {thread.resolvedBy === null ? null : (
          <Text size="small" muted>
            {t('comments.resolvedBy', { name: thread.resolvedBy.name })}
          </Text>
        )}
        {isReplying ? (
          <CommentEditor
            focused
            comments={comments}
            draft={draft}
            label={t('comments.reply')}
            sendLabel={t('comments.send')}
            onCancel={() => setReplying(false)}
            onSend={async (text) => {
              const isSent = await write((api, { endpoints }) =>
                api.call(endpoints.reply, { params, body: { text } }),
              );
              if (isSent) setReplying(false);
              return isSent;
            }}
          />
        ) : (
          <Inline gap={2}>
            <Button size="small" onClick={() => setReplying(true)}>
              {t('comments.reply')}
            </Button>
            <Button
              size="small"
              variant="ghost"
              onClick={() => void write((api) => api.call(toggle, { params }))}
            >
              {t(isResolved ? 'comments.reopen' : 'comments.resolve')}
            </Button>
          </Inline>
        )}
      </Stack>
    </Thread>
  );
}

interface CommentProps {
  comment: ItemComment;
  thread: CommentThread;
  comments: ItemComments;
}

function Comment({ comment, thread, comments }: CommentProps) {
  const t = useMessages();
  const { user } = useSession();
  const write = useWrite(comments);
  const draft = `edit ${thread.id}.${comment.id}`;
  const [isEditing, setEditing] = useState(comments.drafts.has(draft));
  const [isDeleting, setDeleting] = useState(false);
  const params = { id: comments.id, thread: thread.id, comment: comment.id };
  const isMine = comment.author.id === user.id;
  const buttons: ReactNode = (
    <Inline gap={1}>
      {isMine ? (
        <Button size="small" variant="ghost" onClick={() => setEditing(true)}>
          {t('comments.edit')}
        </Button>
      ) : null}
      {isMine || user.role === 'admin' ? (
        <Button size="small" variant="ghost" onClick={() => setDeleting(true)}>
          {t('action.delete')}
        </Button>
      ) : null}
    </Inline>
  );
  return (
    <Stack gap={1}>
      <Inline gap={2}>
        <Avatar name={comment.author.name} size={22} />
        <Text as="span" strong {...langProps(comment.author.name)}>
          {comment.author.name}
        </Text>
        <DateText at={comment.createdAt} />
        {comment.editedAt === null ? null : (
          <Text as="span" size="small" muted>
            {t('comments.edited')}
          </Text>
        )}
      </Inline>
      {isEditing ? (
        <CommentEditor
          focused
          comments={comments}
          draft={draft}
          initial={toTypedText(comment, comments.mentioned)}
          label={t('comments.edit')}
          sendLabel={t('comments.save')}
          onCancel={() => setEditing(false)}
          onSend={async (text) => {
            const isSaved = await write((api, { endpoints }) =>
              api.call(endpoints.edit, { params, body: { text } }),
            );
            if (isSaved) setEditing(false);
            return isSaved;
          }}
        />
      ) : (
        <>
          <CommentText comment={comment} />
          {buttons}
        </>
      )}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t('comments.deleteQuestion')}
        description={t('comments.deleteConsequence')}
        confirmLabel={t('action.delete')}
        dangerous
        onConfirm={() => write((api, { endpoints }) => api.call(endpoints.delete, { params }))}
      />
    </Stack>
  );
}

import type { NewCommentAnchor } from '@khmer-learning/contracts';
import { Badge, Button, CommentIcon, formatNumber, IconButton } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { useItemComments } from './comments-context.tsx';

/* Without comments, it appears where the pointer or the focus is, and always where nothing can hover. */
const Mark = styled.span`
  display: inline-flex;
  align-items: center;

  @media (hover: hover) {
    [data-comment-place]:not(:hover, :focus-within) &:not([data-commented]) { opacity: 0; }
  }
`;

interface CommentMarkProps {
  place: NonNullable<NewCommentAnchor>;
  /** The name of the place: `Title`, `Row 3`. */
  label: string;
}

/** Comments on a field, a section or a row, with the number of open threads; within `data-comment-place`. Empty for a new item. */
export function CommentMark({ place, label }: CommentMarkProps) {
  const t = useMessages();
  const comments = useItemComments();
  if (comments === null) return null;
  const count = comments.threadsAt(place).length;
  return (
    <Mark {...(count > 0 ? { 'data-commented': '' } : {})}>
      <IconButton
        size="small"
        label={t('comments.commentOn', { place: label, count })}
        icon={<CommentIcon aria-hidden="true" />}
        onClick={() => comments.open(place)}
      />
      {count === 0 ? null : (
        <Badge tone="accent">
          <span aria-hidden="true">{formatNumber(count)}</span>
        </Badge>
      )}
    </Mark>
  );
}

/** The button of a form's head that opens the comments, with the number of open threads. Empty in the form of a new item. */
export function CommentsButton() {
  const t = useMessages();
  const comments = useItemComments();
  if (comments === null) return null;
  const count = comments.threads.filter(({ resolvedAt }) => resolvedAt === null).length;
  return (
    <Button
      size="small"
      icon={<CommentIcon aria-hidden="true" />}
      loading={comments.isOpening}
      onClick={() => comments.open()}
    >
      {t('comments.button', { count })}
    </Button>
  );
}

import type {
  CommentEndpoints,
  CommentPlace,
  CommentThread,
  NewCommentAnchor,
} from '@khmer-learning/contracts';

/** What the form of an item knows of the comments on it. */
export interface ItemComments {
  readonly id: number;
  readonly endpoints: CommentEndpoints;
  readonly threads: readonly CommentThread[];
  /** Why they could not be read; null without a failure. */
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => Promise<unknown>;
  /** The place of a thread in the item; undefined if it was deleted, or if the thread is not about a section. */
  readonly placeOf: (thread: CommentThread) => CommentPlace | undefined;
  /** The open threads about a field, a section or a row. */
  readonly threadsAt: (place: NonNullable<NewCommentAnchor>) => readonly CommentThread[];
  /** Opens the panel, to comment on a place. */
  readonly open: (place?: NewCommentAnchor) => void;
  readonly isOpening: boolean;
  /** What the panel begins with. */
  readonly target: NewCommentAnchor;
  readonly setTarget: (place: NewCommentAnchor) => void;
  /** The thread that the page's address names. */
  readonly addressed: number | null;
  /** Texts that are not sent yet, by where they are typed, and the ids of the people that they mention, by name. */
  readonly drafts: Map<string, string>;
  readonly mentioned: Map<string, number>;
}

import { useAddressedComment } from '@khmer-learning/console-sdk';
import {
  type CommentEndpoints,
  type CommentedSection,
  type CommentThread,
  findCommentPlace,
  knownText,
  type NewCommentAnchor,
} from '@khmer-learning/contracts';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { useApiQuery } from '../lists/use-api-query.ts';
import { useLazyDialog } from '../versions/use-lazy-dialog.ts';
import type { ItemComments } from './item-comments.ts';

const CommentsContext = createContext<ItemComments | null>(null);

const PanelContext = createContext<ReactNode>(null);

/** The panel while it is open: within the dialog of the form, which keeps the focus. */
export const CommentsSlot = () => useContext(PanelContext);

/** The comments on the item of the form around a component; null for a new item, and in forms of items without comments. */
export const useItemComments = () => useContext(CommentsContext);

interface CommentsProviderProps {
  entity: string;
  /** Null for a new item, which has no comments. */
  id: number | null;
  /** Undefined for a kind without comments. */
  endpoints: CommentEndpoints | undefined;
  /** Changes with each save of the item or its working copy, which comments follow. */
  revision: string;
  /** The sections as they are stored: what is being typed has no comments yet. */
  sections: readonly CommentedSection[];
  /** The form covers the screen, so that a wide one has room for a panel beside it. */
  isFull: boolean;
  children: ReactNode;
}

/** Provides the form in it with the comments on its item. `CommentsSlot` shows them, with code that is loaded when they are opened. */
export function CommentsProvider({ id, endpoints, children, ...props }: CommentsProviderProps) {
  if (id === null || endpoints === undefined) return children;
  return (
    <CommentsOfItem {...props} id={id} endpoints={endpoints}>
      {children}
    </CommentsOfItem>
  );
}

function CommentsOfItem({
  entity,
  id,
  endpoints,
  revision,
  sections,
  isFull,
  children,
}: CommentsProviderProps & { id: number; endpoints: CommentEndpoints }) {
  const addressed = useAddressedComment();
  const [target, setTarget] = useState<NewCommentAnchor>(null);
  const [unsent] = useState(() => ({
    drafts: new Map<string, string>(),
    mentioned: new Map<string, number>(),
  }));
  const panel = useLazyDialog(
    async () => (await import(/* webpackChunkName: "comments-panel" */ './comments-panel.tsx')).CommentsPanel,
  );
  const query = useApiQuery(endpoints.list, {
    queryKey: ['comments', entity, id, revision],
    request: { params: { id } },
    // Others comment while the form is open: it asks again when the page gets the focus.
    staleTime: 30_000,
    refetchOnWindowFocus: true,
    placeholderData: (previous, last) =>
      last?.queryKey[1] === entity && last.queryKey[2] === id ? previous : undefined,
  });
  const threads = query.data?.threads ?? [];

  const { Dialog: Panel } = panel;
  const openAddressed = useEffectEvent(() => Panel === null && panel.open());
  useEffect(() => {
    if (addressed !== null) openAddressed();
  }, [addressed]);

  const places = new Map(
    threads.map(({ id: thread, anchor }) => [
      thread,
      anchor && 'section' in anchor ? findCommentPlace(anchor, sections) : undefined,
    ]),
  );
  const placeOf = (thread: CommentThread) => places.get(thread.id);
  const titles = new Set(sections.map(({ text }) => knownText(text)));
  const open = threads.filter(({ resolvedAt }) => resolvedAt === null);

  /** A section whose title is being typed is none of those that are stored. */
  const isSection = (stored: string | undefined, text: string) =>
    stored !== undefined && (stored === text || !titles.has(knownText(text)));
  const threadsAt = (place: NonNullable<NewCommentAnchor>) =>
    open.filter((thread) => {
      const { anchor } = thread;
      if (!anchor || 'field' in place || 'field' in anchor)
        return anchor && 'field' in anchor && 'field' in place && anchor.field === place.field;
      const found = placeOf(thread);
      if (!found || (found.row === undefined) !== (place.row === undefined)) return false;
      const section = sections[found.section];
      if (place.row === undefined) return section?.text === place.section;
      const row = section?.rows[found.row ?? -1];
      return row !== undefined && row === place.row && isSection(section?.text, place.section);
    });

  const comments: ItemComments = {
    ...{ id, endpoints, threads, placeOf, threadsAt, target, setTarget, addressed, ...unsent },
    error: query.error,
    isPending: query.isPending,
    refetch: () => query.refetch(),
    isOpening: panel.isOpening,
    open(place = null) {
      setTarget(place);
      if (Panel === null) panel.open();
    },
  };
  return (
    <CommentsContext value={comments}>
      <PanelContext
        value={
          Panel && <Panel comments={comments} isFull={isFull} onClose={panel.close} sections={sections} />
        }
      >
        {children}
      </PanelContext>
    </CommentsContext>
  );
}

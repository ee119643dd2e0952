import { Button } from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import { useRights } from '../rights/use-rights.ts';
import { EditManyDialog } from './edit-many-dialog.tsx';
import { useItemEdits } from './use-item-edits.ts';

const bulkActions = ['publish', 'unpublish', 'delete'] as const;

/** What can be done with many items at once. */
export type BulkAction = (typeof bulkActions)[number];

interface BulkItem {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  readonly status: string;
  readonly workingCopy?: unknown;
  readonly mainLessonId?: number | null | undefined;
}

type BulkText = 'title' | 'warning' | 'question' | 'label' | 'labelWithCount' | 'progress' | 'succeeded';

interface BulkActionsOptions<Item extends BulkItem, Edit extends { readonly id: number }>
  extends Pick<Parameters<typeof useItemEdits<Edit>>[0], 'endpoints' | 'create' | 'entities'> {
  selected: readonly Item[];
  toEdit: (item: Item, action: BulkAction) => Edit;
  /** @param count of the items that are changed */
  textsOf: (action: BulkAction, items: readonly Item[], count: number) => Record<BulkText, string>;
  consequencesOf: (action: BulkAction, items: readonly Item[]) => ReactNode;
  onDeselect: (id: number) => void;
}

/** Publishes, unpublishes and deletes selected items as far as the user may. @returns the buttons, and the dialog that asks */
export function useBulkActions<Item extends BulkItem, Edit extends { readonly id: number }>({
  selected,
  toEdit,
  textsOf,
  consequencesOf,
  onDeselect,
  ...edits
}: BulkActionsOptions<Item, Edit>) {
  const { mayPublish, mayChange } = useRights();
  const [task, setTask] = useState<{ action: BulkAction; items: readonly Item[] } | null>(null);
  const [isShown, setIsShown] = useState(false);
  const { action, items } = task ?? { action: 'publish' as const, items: [] };
  const texts = textsOf(action, items, items.length);
  const editing = useItemEdits<Edit>({
    ...edits,
    label: texts.progress,
    successMessage: (count) => textsOf(action, items, count).succeeded,
    onEdited(ids) {
      for (const id of ids) onDeselect(id);
      setTask(null);
    },
    isShown: task !== null && isShown,
    show: () => setIsShown(true),
  });
  const appliesTo: Record<BulkAction, (item: Item) => boolean> = {
    // Of something that is published already, this publishes the working copy.
    publish: ({ status, workingCopy }) => mayPublish && (status === 'draft' || Boolean(workingCopy)),
    unpublish: ({ status }) => mayPublish && status !== 'draft',
    delete: ({ status }) => mayPublish || status === 'draft',
  };
  return {
    isPending: editing.isPending,
    buttons: bulkActions.map((name) => {
      const found = selected.filter((item) => appliesTo[name](item) && mayChange(item.mainLessonId ?? null));
      return (
        <Button
          key={name}
          size="small"
          disabled={found.length === 0 || editing.isPending}
          onClick={() => {
            editing.reset();
            setTask({ action: name, items: found });
            setIsShown(true);
          }}
        >
          {textsOf(name, found, found.length).labelWithCount}
        </Button>
      );
    }),
    dialog:
      task !== null && isShown ? (
        <EditManyDialog
          title={texts.title}
          description={texts.warning}
          question={texts.question}
          confirmLabel={texts.label}
          isDangerous={action === 'delete'}
          items={items}
          edits={items.map((item) => toEdit(item, action))}
          editing={editing}
          onClose={() => {
            setIsShown(false);
            if (!editing.isPending) setTask(null);
          }}
        >
          {consequencesOf(action, items)}
        </EditManyDialog>
      ) : null,
  };
}

import { Button, FormField, Stack, TextInput } from '@khmer-learning/ui-kit';
import { type Editor, useEditorState } from '@tiptap/react';
import { useMessages } from '../messages/messages.ts';

/** Edits the selected picture's alt text, which screen readers announce and the section's plain text contains. */
export function ImageBar({ editor }: { editor: Editor }) {
  const t = useMessages();
  const description = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current.isActive('image') ? String(current.getAttributes('image').alt ?? '') : null,
  });
  if (description === null) return null;

  const setAltText = (alt: string) =>
    editor.commands.command(({ tr }) => {
      // Unlike replacing the node, this keeps the picture selected.
      tr.setNodeAttribute(tr.selection.from, 'alt', alt);
      return true;
    });
  return (
    <Stack gap={2}>
      <FormField label={t('imageBar.description')}>
        <TextInput
          value={description}
          placeholder={t('imageBar.placeholder')}
          onChange={(event) => setAltText(event.target.value)}
        />
      </FormField>
      <div>
        <Button size="small" onClick={() => editor.chain().focus().deleteSelection().run()}>
          {t('imageBar.remove')}
        </Button>
      </div>
    </Stack>
  );
}

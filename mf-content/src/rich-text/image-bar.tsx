import { Button, FormField, Stack, TextInput } from '@khmer-learning/ui-kit';
import { type Editor, useEditorState } from '@tiptap/react';

/** What the selected picture shows: learners who cannot see it are told, and the section's plain text says it. */
export function ImageBar({ editor }: { editor: Editor }) {
  const description = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current.isActive('image') ? String(current.getAttributes('image').alt ?? '') : null,
  });
  if (description === null) return null;

  const setAltText = (alt: string) =>
    editor.commands.command(({ tr }) => {
      // Keeps the picture selected, which replacing it would not.
      tr.setNodeAttribute(tr.selection.from, 'alt', alt);
      return true;
    });
  return (
    <Stack gap={2}>
      <FormField label="Description of the picture">
        <TextInput
          value={description}
          placeholder="What learners would see"
          onChange={(event) => setAltText(event.target.value)}
        />
      </FormField>
      <div>
        <Button size="small" onClick={() => editor.chain().focus().deleteSelection().run()}>
          Remove picture
        </Button>
      </div>
    </Stack>
  );
}

import { Callout, FormField, Stack, TextInput } from '@khmer-learning/ui-kit';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';

interface Picture {
  readonly position: number;
  /** Its place among the pictures of the text, from 1. */
  readonly number: number;
  readonly src: string;
  readonly alt: string;
}

function findPictures({ state }: Editor): Picture[] {
  const found: Picture[] = [];
  state.doc.descendants(({ type, attrs }, position) => {
    if (type.name === 'image')
      found.push({
        position,
        number: found.length + 1,
        src: String(attrs.src),
        alt: String(attrs.alt ?? ''),
      });
  });
  return found;
}

/** Asks below the text for the alternative texts of pictures that have none. The focus stays where the author writes. */
export function PictureDescriptions({ editor }: { editor: Editor }) {
  const t = useMessages();
  /** The picture whose text is being typed: its field stays until it loses focus. */
  const [edited, setEdited] = useState<number | null>(null);
  const pictures = useEditorState({
    editor,
    selector: ({ editor: current }) => JSON.stringify(findPictures(current)),
  });
  const asked = (JSON.parse(pictures) as Picture[]).filter(
    ({ alt, number }) => alt === '' || number === edited,
  );
  if (asked.length === 0) return null;
  return (
    <Callout tone="warning" title={t('pictureDescriptions.title')}>
      <Stack gap={2}>
        {asked.map(({ position, number, alt }) => (
          <FormField key={number} label={t('pictureDescriptions.picture', { number })}>
            <TextInput
              value={alt}
              placeholder={t('imageBar.placeholder')}
              onFocus={() => setEdited(number)}
              onBlur={() => setEdited(null)}
              onChange={({ target }) =>
                editor.commands.command(({ tr }) => {
                  tr.setNodeAttribute(position, 'alt', target.value);
                  return true;
                })
              }
            />
          </FormField>
        ))}
      </Stack>
    </Callout>
  );
}

import { BoldIcon, IconButton, ItalicIcon, UnderlineIcon } from '@khmer-learning/ui-kit';
import { type Editor, useEditorState } from '@tiptap/react';
import * as RadixToolbar from 'radix-ui/toolbar';
import { useMessages } from '../messages/messages.ts';
import { operationMarks } from './rich-text-operations.ts';
import { ToolbarRow } from './rich-text-style.ts';

type Format = (typeof operationMarks)[number];

const formatButtons = {
  bold: { label: 'formattingToolbar.bold', letter: 'B', icon: <BoldIcon aria-hidden="true" /> },
  italic: { label: 'formattingToolbar.italic', letter: 'I', icon: <ItalicIcon aria-hidden="true" /> },
  underline: {
    label: 'formattingToolbar.underline',
    letter: 'U',
    icon: <UnderlineIcon aria-hidden="true" />,
  },
} as const satisfies Record<Format, unknown>;

/** Bold, italic and underline only. The toolbar is one tab stop; arrow keys move between the buttons. */
export function FormattingToolbar({ editor }: { editor: Editor }) {
  const t = useMessages();
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => operationMarks.filter((format) => current.isActive(format)),
  });
  return (
    <RadixToolbar.Root aria-label={t('formattingToolbar.label')}>
      <RadixToolbar.ToggleGroup type="multiple" value={active} asChild>
        <ToolbarRow>
          {operationMarks.map((format) => {
            const { label, letter, icon } = formatButtons[format];
            return (
              <RadixToolbar.ToggleItem key={format} value={format} asChild>
                <IconButton
                  size="small"
                  label={t(label)}
                  tooltip={t('formattingToolbar.tooltip', { format: t(label), letter })}
                  aria-keyshortcuts={`Control+${letter} Meta+${letter}`}
                  icon={icon}
                  // A click must not take the focus and the selection from the text.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => editor.chain().toggleMark(format).run()}
                />
              </RadixToolbar.ToggleItem>
            );
          })}
        </ToolbarRow>
      </RadixToolbar.ToggleGroup>
    </RadixToolbar.Root>
  );
}

import { BoldIcon, IconButton, ItalicIcon, UnderlineIcon } from '@khmer-learning/ui-kit';
import { type Editor, useEditorState } from '@tiptap/react';
import * as RadixToolbar from 'radix-ui/toolbar';
import { useMessages } from '../messages/messages.ts';
import { operationMarks } from './rich-text-operations.ts';
import { ToolbarRow } from './rich-text-style.ts';

const icons = { bold: BoldIcon, italic: ItalicIcon, underline: UnderlineIcon } satisfies Record<
  (typeof operationMarks)[number],
  unknown
>;

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
            const Icon = icons[format];
            const label = t(`formattingToolbar.${format}`);
            const letter = format.charAt(0).toUpperCase();
            return (
              <RadixToolbar.ToggleItem key={format} value={format} asChild>
                <IconButton
                  size="small"
                  label={label}
                  tooltip={t('formattingToolbar.tooltip', { format: label, letter })}
                  aria-keyshortcuts={`Control+${letter} Meta+${letter}`}
                  icon={<Icon aria-hidden="true" />}
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

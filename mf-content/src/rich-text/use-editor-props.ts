import { useFieldControl } from '@khmer-learning/ui-kit';
import { type ResolvedPos, Slice } from '@tiptap/pm/model';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { convertStylesToTags } from './convert-styles-to-tags.ts';

interface EditorActions {
  /** @param at the drop position; undefined for the cursor position */
  addImages: (files: readonly File[], at?: number) => void;
  editLink: () => void;
}

/** The editor's accessibility attributes, and its handling of pasted text, pictures and Ctrl+K. */
export function useEditorProps(label: string, actions: EditorActions): EditorProps {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const { id = '', ...aria } = useFieldControl();
  const describedBy = aria['aria-describedby'] ?? '';
  const isInvalid = aria['aria-invalid'] === true;
  const isRequired = aria['aria-required'] === true;

  return useMemo(
    () => ({
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': describedBy,
        'aria-invalid': String(isInvalid),
        'aria-required': String(isRequired),
      },
      transformPastedHTML: convertStylesToTags,
      clipboardTextParser: (text, $context, _plain, view) => plainTextToSlice(text, $context, view),
      handlePaste: (_view, event, slice) => {
        const files = imageFiles(event.clipboardData);
        if (files.length === 0 || hasText(slice)) return false;
        latest.current.addImages(files);
        return true;
      },
      handleDrop: (view, event, _slice, isMoved) => {
        const files = imageFiles(event.dataTransfer);
        if (isMoved || files.length === 0) return false;
        event.preventDefault();
        latest.current.addImages(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
        return true;
      },
      handleKeyDown: (_view, event) => {
        const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
        if (!isShortcut || event.key.toLowerCase() !== 'k') return false;
        event.preventDefault();
        latest.current.editLink();
        return true;
      },
    }),
    [id, label, describedBy, isInvalid, isRequired],
  );
}

/** Converts pasted plain text: each line, also a blank one, becomes a paragraph with the formatting at the cursor. */
function plainTextToSlice(text: string, $context: ResolvedPos, view: EditorView): Slice {
  const { schema } = view.state;
  const marks = $context.marks();
  // Text copied from a cell or a whole line ends with a line break that is not part of the text.
  const lines = text.replace(/(?:\r\n?|\n)$/, '').split(/\r\n?|\n/);
  const paragraphs = lines.map((line) =>
    schema.node('paragraph', null, line === '' ? [] : [schema.text(line, marks)]),
  );
  return new Slice(schema.node('doc', null, paragraphs).content, 1, 1);
}

function imageFiles(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

/** Whether a slice contains text. Pictures copied from a page come with HTML, documents with their text. */
function hasText(slice: Slice): boolean {
  return slice.content.textBetween(0, slice.content.size).trim() !== '';
}

import { useFieldControl } from '@khmer-learning/ui-kit';
import type { EditorProps } from '@tiptap/pm/view';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { hasText, pastedLines, pictureFiles } from './paste.ts';
import { stylesAsTags } from './pasted-styles.ts';

interface EditorActions {
  /** @param at where they were dropped; undefined where the cursor is */
  addPictures: (files: readonly File[], at?: number) => void;
  editLink: () => void;
}

/** What the text is to its form and to screen readers, and what it does with pasted text, pictures and Ctrl+K. */
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
      transformPastedHTML: stylesAsTags,
      clipboardTextParser: (text, $context, _plain, view) => pastedLines(text, $context, view),
      handlePaste: (_view, event, slice) => {
        const files = pictureFiles(event.clipboardData);
        if (files.length === 0 || hasText(slice)) return false;
        latest.current.addPictures(files);
        return true;
      },
      handleDrop: (view, event, _slice, isMoved) => {
        const files = pictureFiles(event.dataTransfer);
        if (isMoved || files.length === 0) return false;
        event.preventDefault();
        latest.current.addPictures(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
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

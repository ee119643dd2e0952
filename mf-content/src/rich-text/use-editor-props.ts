import { useFieldControl } from '@khmer-learning/ui-kit';
import type { EditorProps } from '@tiptap/pm/view';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { convertStylesToTags } from './convert-styles-to-tags.ts';
import { hasText, imageFiles, plainTextToSlice } from './paste.ts';

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

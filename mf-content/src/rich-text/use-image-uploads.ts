import { isSessionEndError, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { uploadMessages } from '@khmer-learning/contracts';
import { toast, translateServerMessage } from '@khmer-learning/ui-kit';
import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { message } from '../messages/messages.ts';
import { validateUploadFile } from '../uploads/file-validation.ts';
import { addPlaceholder, replacePlaceholder } from './image-placeholders.ts';

export interface ImageUpload {
  readonly id: string;
  readonly name: string;
  readonly progress: number;
  /** Why the upload failed; null if it is pending. */
  readonly failure: string | null;
}

function findDataUrls(doc: Node): Set<string> {
  const found = new Set<string>();
  doc.descendants((node) => {
    const src: unknown = node.type.name === 'image' ? node.attrs.src : undefined;
    if (typeof src === 'string' && src.startsWith('data:')) found.add(src);
  });
  return found;
}

function dataUrlToFile(address: string): File | null {
  const [, type = '', data = ''] = /^data:([^;]*);base64,(.*)$/s.exec(address) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return new File([bytes], 'picture', { type });
  } catch {
    // Invalid base64.
    return null;
  }
}

let lastId = 0;
function createId(): string {
  lastId += 1;
  return `picture-${lastId}`;
}

/** Uploads pasted, dropped or chosen pictures and inserts them into the text. Unmounting cancels pending uploads. */
export function useImageUploads() {
  const api = useApi();
  const [uploads, setUploads] = useState<readonly ImageUpload[]>([]);
  const running = useRef(new Map<string, { controller: AbortController; name: string }>());

  useEffect(() => {
    const unfinished = running.current;
    return () => {
      for (const { controller, name } of unfinished.values()) {
        controller.abort();
        toast.error(
          message('imageUpload.failed', { name, reason: translateServerMessage(uploadMessages.stopped) }),
        );
      }
    };
  }, []);

  const updateUpload = (id: string, changes: Partial<ImageUpload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const dismiss = (id: string) => {
    running.current.get(id)?.controller.abort();
    running.current.delete(id);
    setUploads((all) => all.filter((upload) => upload.id !== id));
  };

  /** @returns the picture's URL; null if the upload failed (the upload list shows why) or was cancelled */
  async function uploadImage(id: string, file: File): Promise<string | null> {
    const failure = validateUploadFile(file, 'editor');
    setUploads((all) => [...all, { id, name: file.name, progress: 0, failure }]);
    if (failure !== null) return null;
    const controller = new AbortController();
    running.current.set(id, { controller, name: file.name });
    try {
      const { url } = await api.upload(file, {
        kind: 'editor',
        signal: controller.signal,
        onProgress: (progress) => updateUpload(id, { progress }),
      });
      dismiss(id);
      return url;
    } catch (error) {
      running.current.delete(id);
      if (!controller.signal.aborted) {
        const reason = userMessageOf(error, message('imageUpload.notUploaded'));
        updateUpload(id, { failure: reason });
        // The upload list may be scrolled out of view. The end of the session has its own dialog.
        if (!isSessionEndError(error))
          toast.error(message('imageUpload.failed', { name: file.name, reason }));
      }
      return null;
    }
  }

  async function insertImages(
    editor: Editor,
    files: readonly File[],
    at = editor.state.selection.from,
  ): Promise<void> {
    const pendingImages = files.map((file) => {
      const id = createId();
      if (validateUploadFile(file, 'editor') === null)
        editor.view.dispatch(addPlaceholder(editor.state.tr, id, at));
      return { id, address: uploadImage(id, file) };
    });
    for (const { id, address } of pendingImages) {
      const src = await address;
      if (editor.isDestroyed) return;
      const image = src === null ? null : editor.schema.node('image', { src });
      editor.view.dispatch(replacePlaceholder(editor.state, id, image));
    }
  }

  /** Uploads the pictures that a paste contained as data URLs, and replaces the data URLs with the uploaded files. */
  async function uploadDataUrls(editor: Editor, { before, doc }: Transaction): Promise<void> {
    const old = findDataUrls(before);
    for (const address of findDataUrls(doc)) {
      const file = old.has(address) ? null : dataUrlToFile(address);
      const src = file === null ? null : await uploadImage(createId(), file);
      if (src === null || editor.isDestroyed) continue;
      const transaction = editor.state.tr.setMeta('addToHistory', false);
      editor.state.doc.descendants((node, position) => {
        if (node.attrs.src === address) transaction.setNodeAttribute(position, 'src', src);
      });
      editor.view.dispatch(transaction);
    }
  }

  return { uploads, insertImages, uploadDataUrls, dismiss };
}

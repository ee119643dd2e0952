import { isSessionEndError, type UploadedFile, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { type UploadKind, uploadMessages } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { validateUploadFile } from './file-validation.ts';

export type Upload = ReturnType<typeof useUpload>;

/** Uploads one file at a time. Unmounting cancels the upload. */
export function useUpload(kind: UploadKind, onUploaded: (file: UploadedFile) => void) {
  const api = useApi();
  const [running, setRunning] = useState<{ name: string; progress: number } | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const controllerRef = useRef<AbortController | null>(null);

  const cancel = () => {
    controllerRef.current?.abort();
    setRunning(null);
  };
  useEffect(() => () => controllerRef.current?.abort(), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    const { signal } = controller;
    const showProgress = (progress: number) => !signal.aborted && setRunning({ name: file.name, progress });
    controllerRef.current = controller;
    showProgress(0);
    try {
      const uploaded = await api.upload(file, { kind, signal, onProgress: showProgress });
      toast.success(uploadMessages.done);
      onUploaded(uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const message = userMessageOf(error, error instanceof Error ? error.message : String(error));
      setErrorMessage(message);
      // The end of the session has its own dialog.
      if (!isSessionEndError(error)) toast.error(message);
    } finally {
      if (!signal.aborted) setRunning(null);
    }
  };

  return {
    kind,
    running,
    errorMessage,
    /** Validates and uploads a file. Cancels an upload in progress. */
    start: (file: File) => {
      cancel();
      const validationMessage = validateUploadFile(file, kind);
      setErrorMessage(validationMessage);
      if (validationMessage === null) void send(file);
    },
    cancel,
    clearError: () => setErrorMessage(null),
  };
}

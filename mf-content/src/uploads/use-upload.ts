import { isSessionEndError, type UploadedFile, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { type UploadKind, uploadMessages } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { validateUploadFile } from './file-validation.ts';

interface UploadOptions {
  kind: UploadKind;
  onUploaded: (file: UploadedFile) => void;
}

export interface Upload {
  kind: UploadKind;
  /** The file that is on its way, and how much of it has left, 0 to 1; null while none is. */
  running: { name: string; progress: number } | null;
  /** Why the last file was not taken. */
  errorMessage: string | null;
  /** Checks a file and uploads it, in place of one that is still on its way. */
  start: (file: File) => void;
  cancel: () => void;
  /** The problem is no longer of interest: something else was chosen. */
  clearError: () => void;
}

/** Uploads one file at a time. Leaving the screen cancels what is still on its way. */
export function useUpload({ kind, onUploaded }: UploadOptions): Upload {
  const api = useApi();
  const [running, setRunning] = useState<Upload['running']>(null);
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
      // The end of the session has a dialog of its own.
      if (!isSessionEndError(error)) toast.error(message);
    } finally {
      if (!signal.aborted) setRunning(null);
    }
  };

  return {
    kind,
    running,
    errorMessage,
    start: (file) => {
      cancel();
      const validationMessage = validateUploadFile(file, kind);
      setErrorMessage(validationMessage);
      if (validationMessage === null) void send(file);
    },
    cancel,
    clearError: () => setErrorMessage(null),
  };
}

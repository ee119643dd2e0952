import {
  isSessionEndError,
  useApi,
  userMessageOf,
  useUnsavedChangesGuard,
} from '@khmer-learning/console-sdk';
import {
  importMessages,
  maxImportFileBytes,
  type TransferKind,
  transferKinds,
} from '@khmer-learning/contracts';
import { Button, FormField, Inline, ProgressBar, Select, Stack, Text } from '@khmer-learning/ui-kit';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { ImportFileInput, type ImportFileInputHandle } from './import-file-input.tsx';
import type { ImportId } from './transfer.api.ts';
import { transferKindDetails } from './transfer-kind-details.ts';

interface ImportUploadFormProps {
  /** Called when the file has been uploaded and is being checked. */
  onStarted: (importId: ImportId) => void;
  ref: Ref<ImportFileInputHandle>;
}

/** Selects a file, detects its type or asks for it, and uploads it to be checked. */
export function ImportUploadForm({ onStarted, ref }: ImportUploadFormProps) {
  const t = useMessages();
  const api = useApi();
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<TransferKind | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const isUploading = progress !== null;
  const controllerRef = useRef<AbortController | null>(null);
  /** The detected type of the last selected file. A promise, because reading the file is asynchronous. */
  const detectionRef = useRef<Promise<TransferKind | null>>(Promise.resolve(null));
  useEffect(() => () => controllerRef.current?.abort(), []);
  useUnsavedChangesGuard(isUploading);

  const onFileSelected = async (next: File | undefined) => {
    if (next === undefined || isUploading) return;
    setFile(next);
    setErrorMessage(validateImportFile(next));
    setKind(null);
    const detection = detectTransferKind(next);
    detectionRef.current = detection;
    const detected = await detection;
    if (detectionRef.current === detection) setKind(detected);
  };

  const uploadFile = async () => {
    if (file === null) {
      setErrorMessage(importMessages.missing);
      return;
    }
    const controller = new AbortController();
    controllerRef.current = controller;
    setErrorMessage(null);
    setProgress(0);
    try {
      const fileKind = kind ?? (await detectionRef.current);
      if (controller.signal.aborted) return;
      if (fileKind === null) {
        setProgress(null);
        setErrorMessage(t('importUpload.fileTypeRequired'));
        return;
      }
      const { id } = await api.sendFile(transferKindDetails[fileKind].importEndpoint, file, {
        signal: controller.signal,
        onProgress: (done) => !controller.signal.aborted && setProgress(done),
      });
      onStarted({ kind: fileKind, id });
    } catch (error) {
      if (controller.signal.aborted) return;
      setProgress(null);
      // The end of the session has its own dialog.
      if (!isSessionEndError(error)) setErrorMessage(userMessageOf(error, t('importUpload.notUploaded')));
    }
  };
  const cancel = () => {
    controllerRef.current?.abort();
    setProgress(null);
  };
  const isInvalidFile = file !== null && validateImportFile(file) !== null;

  return (
    <Stack gap={4}>
      <FormField
        group
        label={t('importUpload.file')}
        hint={t('importUpload.hint')}
        error={errorMessage ?? undefined}
      >
        <ImportFileInput
          file={file}
          disabled={isUploading}
          onFile={(next) => void onFileSelected(next)}
          ref={ref}
        />
      </FormField>
      {file === null ? null : (
        <FormField label={t('importUpload.fileType')}>
          <Select
            options={transferKinds.map((option) => ({
              value: option,
              label: t(transferKindDetails[option].label),
            }))}
            value={kind ?? ''}
            placeholder={t('importUpload.selectFileType')}
            disabled={isUploading}
            onValueChange={(next) => {
              detectionRef.current = Promise.resolve(null);
              setKind(transferKinds.find((candidate) => candidate === next) ?? null);
              if (!isInvalidFile) setErrorMessage(null);
            }}
          />
        </FormField>
      )}
      {progress === null ? null : (
        <Stack gap={2}>
          <Text role="status">{t('importUpload.uploading', { name: file?.name ?? '' })}</Text>
          <ProgressBar label={t('importUpload.progress')} value={progress * 100} />
        </Stack>
      )}
      <Inline>
        {isUploading ? (
          <Button onClick={cancel}>{t('importUpload.cancel')}</Button>
        ) : (
          <Button variant="primary" disabled={isInvalidFile} onClick={() => void uploadFile()}>
            {t('importUpload.check')}
          </Button>
        )}
        <Text size="small" muted>
          {t('importUpload.reviewFirst')}
        </Text>
      </Inline>
    </Stack>
  );
}

/** Bytes read to detect the type; an exported file states its format in its first lines. */
const sniffedBytes = 2048;

/** Detects a file's type by its name and its first 2048 bytes; null if it is unknown. */
async function detectTransferKind(file: File): Promise<TransferKind | null> {
  if (/\.csv$/i.test(file.name)) return 'vocabulary';
  const head = await file
    .slice(0, sniffedBytes)
    .text()
    .catch(() => '');
  const [, kind] = /"format"\s*:\s*"khmer-learning\/(lessons|quizzes)"/.exec(head) ?? [];
  if (kind === 'lessons' || kind === 'quizzes') return kind;
  return null;
}

/** Checks the size of a file. Returns the error message, or null. */
function validateImportFile(file: File): string | null {
  if (file.size === 0) return importMessages.empty;
  if (file.size > maxImportFileBytes) return importMessages.tooLarge;
  return null;
}

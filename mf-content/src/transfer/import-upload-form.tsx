import {
  isSessionEndError,
  useApi,
  userMessageOf,
  useUnsavedChangesGuard,
} from '@khmer-learning/console-sdk';
import { importMessages, maxImportFileBytes, type TransferKind, transfers } from '@khmer-learning/contracts';
import {
  Button,
  DownloadIcon,
  FormField,
  Inline,
  ProgressBar,
  Select,
  Stack,
  Text,
  TextArea,
} from '@khmer-learning/ui-kit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { message as contentMessage } from '../messages/messages.ts';
import { ImportFileInput } from './import-file-input.tsx';
import { formatNames } from './import-labels.ts';
import { useMessages } from './messages/messages.ts';
import { type ImportId, useDownload, useTransferKinds } from './transfer.api.ts';

interface ImportUploadFormProps {
  onStarted: (importId: ImportId) => void;
  ref: RefObject<HTMLInputElement | null>;
}

/** Takes a file or pasted rows, detects what is in them or asks for it, and uploads them to be checked. */
export function ImportUploadForm({ onStarted, ref }: ImportUploadFormProps) {
  const t = useMessages();
  const api = useApi();
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<TransferKind | null>(null);
  const [pasted, setPasted] = useState<string | null>(null);
  const kinds = useTransferKinds();
  const download = useDownload();
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [lacksKind, setLacksKind] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const isUploading = progress !== null;
  const controllerRef = useRef<AbortController | null>(null);
  /** What was detected in the last file. A promise, because reading the file is asynchronous. */
  const detectionRef = useRef<Promise<TransferKind | null>>(Promise.resolve(null));
  useEffect(() => () => controllerRef.current?.abort(), []);
  useUnsavedChangesGuard(isUploading);

  const onFileSelected = async (next: File | undefined) => {
    if (next === undefined || isUploading) return;
    setFile(next);
    setErrorMessage(null);
    const detection = detectTransferKind(next, kinds);
    detectionRef.current = detection;
    const detected = await detection;
    if (detectionRef.current === detection && detected !== null) setKind(detected);
  };
  const onPaste = (text: string) => {
    setPasted(text);
    if (text.trim() === '') setFile(null);
    else void onFileSelected(new File([text], t('importUpload.pastedName'), { type: 'text/plain' }));
  };

  const uploadFile = async () => {
    if (file === null) return setErrorMessage(importMessages.missing);
    const controller = new AbortController();
    controllerRef.current = controller;
    setErrorMessage(null);
    setProgress(0);
    try {
      const fileKind = (await detectionRef.current) ?? kind;
      if (controller.signal.aborted) return;
      if (fileKind === null) {
        setProgress(null);
        setLacksKind(true);
        return;
      }
      const { id } = await api.sendFile(transfers[fileKind].import, file, {
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
  const template = kind && transfers[kind].template;
  const fileProblem = file && validateImportFile(file);

  return (
    <Stack gap={4}>
      <FormField
        label={t('importUpload.fileType')}
        hint={t('importUpload.fileTypeHint')}
        error={lacksKind && kind === null ? t('importUpload.fileTypeRequired') : undefined}
      >
        <Select
          options={kinds.map((value) => ({ value, label: t(`transferKind.${value}`) }))}
          value={kind ?? ''}
          placeholder={t('importUpload.selectFileType')}
          disabled={isUploading}
          onValueChange={(next) => {
            detectionRef.current = Promise.resolve(null);
            setKind(kinds.find((candidate) => candidate === next) ?? null);
            setErrorMessage(null);
          }}
        />
      </FormField>
      {template === null ? null : (
        <Inline gap={2} role="group" aria-label={t('importTemplate.label')}>
          <Text size="small">{t('importTemplate.hint')}</Text>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              size="small"
              icon={<DownloadIcon aria-hidden="true" />}
              aria-label={t('importTemplate.download', { format: formatNames[format] })}
              loading={download.isPending && download.variables.name.endsWith(format)}
              onClick={() =>
                download.mutate({
                  name: `${kind}-template.${format}`,
                  failure: t('importTemplate.failed'),
                  get: (api) => api.download(template, { query: { format } }),
                })
              }
            >
              {formatNames[format]}
            </Button>
          ))}
        </Inline>
      )}
      <FormField
        group
        label={t('importUpload.file')}
        hint={t('importUpload.hint')}
        error={fileProblem ?? errorMessage ?? undefined}
      >
        <ImportFileInput
          file={file}
          disabled={isUploading}
          onFile={(next) => {
            setPasted(null);
            void onFileSelected(next);
          }}
          ref={ref}
        />
      </FormField>
      {pasted === null ? (
        <div>
          <Button size="small" disabled={isUploading} onClick={() => setPasted('')}>
            {t('importUpload.paste')}
          </Button>
        </div>
      ) : (
        <FormField label={t('importUpload.pasted')} hint={t('importUpload.pastedHint')}>
          <TextArea
            rows={6}
            value={pasted}
            disabled={isUploading}
            onChange={({ target }) => onPaste(target.value)}
          />
        </FormField>
      )}
      {progress === null ? null : (
        <Stack gap={2}>
          <Text role="status">{contentMessage('action.uploading', { name: file?.name ?? '' })}</Text>
          <ProgressBar label={t('importUpload.progress')} value={progress * 100} />
        </Stack>
      )}
      <Inline>
        {isUploading ? (
          <Button onClick={cancel}>{contentMessage('uploadZone.cancel')}</Button>
        ) : (
          <Button variant="primary" disabled={fileProblem !== null} onClick={() => void uploadFile()}>
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

/** Bytes read to detect what is in a file; an exported file states its format in its first lines. */
const sniffedBytes = 2048;

/** Headings that only one kind of table has. */
const headings = [
  ['quizzes', /question|សំណួរ/i],
  ['people', /e-?mail|surname|(first|last|given|family) name|អ៊ីមែល|នាម(ខ្លួន|ត្រកូល)/i],
  ['vocabulary', /english|khmer|lesson|word|មេរៀន|អង់គ្លេស|ពាក្យ/i],
] as const satisfies readonly (readonly [TransferKind, RegExp])[];

/** Detects what is in a file by its first 2048 bytes; null if it is unknown, as in an Excel file. */
async function detectTransferKind(file: File, kinds: readonly TransferKind[]): Promise<TransferKind | null> {
  const head = await file
    .slice(0, sniffedBytes)
    .text()
    .catch(() => '');
  // The zeros are those of UTF-16.
  const text = head.replaceAll('\0', '').trimStart();
  const [, json] = /"format"\s*:\s*"khmer-learning\/(lessons|quizzes)"/.exec(text) ?? [];
  const [heading = ''] = text.replace(/^\uFEFF?sep=.\s*/i, '').split(/[\r\n]/);
  const isText = !/^\uFEFF?[{[]|^PK/.test(text);
  const table = isText ? headings.find(([, pattern]) => pattern.test(heading))?.[0] : undefined;
  return kinds.find((kind) => kind === (json ?? table)) ?? null;
}

function validateImportFile(file: File): string | null {
  if (file.size === 0) return importMessages.empty;
  if (file.size > maxImportFileBytes) return importMessages.tooLarge;
  return null;
}

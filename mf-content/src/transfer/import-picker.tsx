import { endsSession, useApi, useLeaveGuard, userMessageOf } from '@khmer-learning/console-sdk';
import { importMessages, type TransferKind, transferKinds } from '@khmer-learning/contracts';
import { Button, FormField, Inline, ProgressBar, Select, Stack, Text } from '@khmer-learning/ui-kit';
import { type Ref, useEffect, useRef, useState } from 'react';
import { importProblem, kindOf } from './file-kind.ts';
import { FileZone, type FileZoneHandle } from './file-zone.tsx';
import type { ImportId } from './transfer.api.ts';
import { kinds } from './transfer-kinds.ts';

const kindOptions = transferKinds.map((kind) => ({ value: kind, label: kinds[kind].label }));

interface ImportPickerProps {
  /** The file has arrived, and is being checked. */
  onStarted: (importId: ImportId) => void;
  ref: Ref<FileZoneHandle>;
}

/** Takes a file, finds out what it holds or asks, and sends it to be checked. */
export function ImportPicker({ onStarted, ref }: ImportPickerProps) {
  const api = useApi();
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<TransferKind | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const isSending = share !== null;
  const sending = useRef<AbortController | null>(null);
  /** What the chosen file says it holds; of the last file alone, as a large one takes a while to read. */
  const recognition = useRef<Promise<TransferKind | null>>(Promise.resolve(null));
  useEffect(() => () => sending.current?.abort(), []);
  useLeaveGuard(isSending);

  const take = async (next: File | undefined) => {
    if (next === undefined || isSending) return;
    setFile(next);
    setProblem(importProblem(next));
    setKind(null);
    const recognized = kindOf(next);
    recognition.current = recognized;
    const found = await recognized;
    if (recognition.current === recognized) setKind(found);
  };

  const send = async () => {
    if (file === null) {
      setProblem(importMessages.missing);
      return;
    }
    const controller = new AbortController();
    sending.current = controller;
    setProblem(null);
    setShare(0);
    try {
      const held = kind ?? (await recognition.current);
      if (controller.signal.aborted) return;
      if (held === null) {
        setShare(null);
        setProblem('Choose what the file holds');
        return;
      }
      const { id } = await api.sendFile(kinds[held].importCall, file, {
        signal: controller.signal,
        onProgress: (done) => !controller.signal.aborted && setShare(done),
      });
      onStarted({ kind: held, id });
    } catch (error) {
      if (controller.signal.aborted) return;
      setShare(null);
      // The end of the session has a dialog of its own.
      if (!endsSession(error)) setProblem(userMessageOf(error, 'The file could not be sent'));
    }
  };
  const cancel = () => {
    sending.current?.abort();
    setShare(null);
  };
  const isUnfit = file !== null && importProblem(file) !== null;

  return (
    <Stack gap={4}>
      <FormField
        group
        label="File"
        hint="A file that was exported here: lessons or quizzes as JSON, or vocabulary as CSV. At most 64 MB."
        error={problem ?? undefined}
      >
        <FileZone file={file} disabled={isSending} onFile={(next) => void take(next)} ref={ref} />
      </FormField>
      {file === null ? null : (
        <FormField label="What it holds">
          <Select
            options={kindOptions}
            value={kind ?? ''}
            placeholder="Choose"
            disabled={isSending}
            onValueChange={(next) => {
              recognition.current = Promise.resolve(null);
              setKind(transferKinds.find((candidate) => candidate === next) ?? null);
              if (!isUnfit) setProblem(null);
            }}
          />
        </FormField>
      )}
      {share === null ? null : (
        <Stack gap={2}>
          <Text role="status">{`Uploading ${file?.name ?? ''}`}</Text>
          <ProgressBar label="Upload of the file" value={share * 100} />
        </Stack>
      )}
      <Inline>
        {isSending ? (
          <Button onClick={cancel}>Cancel upload</Button>
        ) : (
          <Button variant="primary" disabled={isUnfit} onClick={() => void send()}>
            Check file
          </Button>
        )}
        <Text size="small" muted>
          Nothing is stored before you have seen what would change.
        </Text>
      </Inline>
    </Stack>
  );
}

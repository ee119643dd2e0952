import { listErrorProps } from '@khmer-learning/console-kit';
import { ErrorPanel, Skeleton, Stack, Text } from '@khmer-learning/ui-kit';
import type { CorrectableLine, Draft } from './corrections.ts';
import { LineTable } from './import-lines.tsx';
import { useMessages } from './messages/messages.ts';
import { RefusedGrid } from './refused-grid.tsx';
import { type ImportId, useRefusedLines } from './transfer.api.ts';

interface RefusedLinesProps {
  importId: ImportId;
  updatedAt: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

/** The refused lines: those that can be corrected in a grid, and the others as a list. */
export function RefusedLines({ importId, updatedAt, draft, onDraft }: RefusedLinesProps) {
  const t = useMessages();
  const lines = useRefusedLines(importId, updatedAt);
  const failure = listErrorProps(t('importLines.subject'), lines.error, lines.refetch);
  if (failure) return <ErrorPanel {...failure} retrying={lines.isFetching} />;
  if (lines.data === undefined) return <Skeleton height="12rem" />;
  const correctable = lines.data.filter(
    (line): line is CorrectableLine => line.correction !== undefined && line.correction.cells.length > 0,
  );
  const others = lines.data.filter((line) => !correctable.some((one) => one === line));
  return (
    <Stack gap={3}>
      {correctable.length === 0 ? null : (
        <RefusedGrid key={updatedAt} lines={correctable} {...{ draft, onDraft }} />
      )}
      {others.length === 0 ? null : (
        <>
          {correctable.length === 0 ? null : <Text>{t('importLines.correctInFile')}</Text>}
          <LineTable rows={others} />
        </>
      )}
    </Stack>
  );
}

import { listErrorProps } from '@khmer-learning/console-kit';
import { useHeaderAction, useViewState } from '@khmer-learning/console-sdk';
import { transferKinds } from '@khmer-learning/contracts';
import { Card, ErrorPanel, loadMessages, Skeleton, Stack, ViewBody } from '@khmer-learning/ui-kit';
import { useRef } from 'react';
import { z } from 'zod';
import { useCode } from '../lists/use-code.tsx';
import { ExportCard } from './export-card.tsx';
import { ImportHistory } from './import-history.tsx';
import type { ImportStatusProps } from './import-status.tsx';
import { ImportUploadForm } from './import-upload-form.tsx';
import { useMessages } from './messages/messages.ts';
import type { ImportId } from './transfer.api.ts';

const importIdSchema = z.object({ kind: z.enum(transferKinds), id: z.number().int() }).nullable();

export function TransferView() {
  const t = useMessages();
  const [importId, setImportId] = useViewState('import', importIdSchema, null);
  const fileInput = useRef<HTMLInputElement>(null);
  const importSection = useRef<HTMLDivElement>(null);
  useHeaderAction(() => {
    // One import at a time: while one is open, the header action focuses it instead of choosing a file.
    if (fileInput.current === null) importSection.current?.focus();
    else fileInput.current.click();
  });
  const show = ({ kind, id }: ImportId) => {
    setImportId({ kind, id });
    // The import may be above what is in sight.
    requestAnimationFrame(() => importSection.current?.focus());
  };

  return (
    <ViewBody>
      <Stack gap={5}>
        <Card title={t('checkedImport.import')}>
          {importId === null ? (
            <ImportUploadForm ref={fileInput} onStarted={setImportId} />
          ) : (
            <div ref={importSection} tabIndex={-1}>
              <LazyImportStatus
                key={`${importId.kind} ${importId.id}`}
                importId={importId}
                onEnd={() => setImportId(null)}
              />
            </div>
          )}
        </Card>
        <ImportHistory shown={importId} onShow={show} />
        <ExportCard />
      </Stack>
    </ViewBody>
  );
}

/** The state of an import, with the grid of refused lines; both are loaded with the first import. */
function LazyImportStatus(props: ImportStatusProps) {
  const t = useMessages();
  const { data, error, isFetching, refetch } = useCode('import-status', async () => {
    const { ImportStatus } = await import(/* webpackChunkName: "import-status" */ './import-status.tsx');
    // The grid has texts of its own.
    await loadMessages();
    return { ImportStatus };
  });
  if (data !== undefined) return <data.ImportStatus {...props} />;
  const failure = listErrorProps(t('checkedImport.import'), error, refetch);
  if (failure) return <ErrorPanel {...failure} retrying={isFetching} />;
  return <Skeleton height="8rem" />;
}

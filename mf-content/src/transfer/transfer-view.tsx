import { useHeaderAction, useViewState } from '@khmer-learning/console-sdk';
import { transferKinds } from '@khmer-learning/contracts';
import { Card, Stack, ViewBody } from '@khmer-learning/ui-kit';
import { useRef } from 'react';
import { z } from 'zod';
import { useMessages } from '../messages/messages.ts';
import { ExportCard } from './export-card.tsx';
import type { ImportFileInputHandle } from './import-file-input.tsx';
import { ImportStatus } from './import-status.tsx';
import { ImportUploadForm } from './import-upload-form.tsx';

/** The started import; null if there is none. */
const importIdSchema = z.object({ kind: z.enum(transferKinds), id: z.number().int() }).nullable();

/** The view `import-export`: exports content as files and imports files. */
export function TransferView() {
  const t = useMessages();
  const [importId, setImportId] = useViewState('import', importIdSchema, null);
  const fileInput = useRef<ImportFileInputHandle>(null);
  const importSection = useRef<HTMLDivElement>(null);
  useHeaderAction(() => {
    // One import at a time: while one is open, the header action focuses it instead of choosing a file.
    if (fileInput.current === null) importSection.current?.focus();
    else fileInput.current.openFileDialog();
  });

  return (
    <ViewBody>
      <Stack gap={5}>
        <Card title={t('transferView.import')}>
          {importId === null ? (
            <ImportUploadForm ref={fileInput} onStarted={setImportId} />
          ) : (
            <div ref={importSection} tabIndex={-1}>
              <ImportStatus
                key={`${importId.kind} ${importId.id}`}
                importId={importId}
                onEnd={() => setImportId(null)}
              />
            </div>
          )}
        </Card>
        <ExportCard />
      </Stack>
    </ViewBody>
  );
}

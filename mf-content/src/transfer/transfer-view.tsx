import { useHeaderAction, useViewState } from '@khmer-learning/console-sdk';
import { transferKinds } from '@khmer-learning/contracts';
import { Card, Stack, ViewBody } from '@khmer-learning/ui-kit';
import { useRef } from 'react';
import { z } from 'zod';
import { ExportCard } from './export-card.tsx';
import type { ImportFileInputHandle } from './import-file-input.tsx';
import { ImportStatus } from './import-status.tsx';
import { ImportUploadForm } from './import-upload-form.tsx';

/** The import that has begun; null while none has. */
const importIdSchema = z.object({ kind: z.enum(transferKinds), id: z.number().int() }).nullable();

/** The view `import-export`: files out of the school and into it. */
export function TransferView() {
  const [importId, setImportId] = useViewState('import', importIdSchema, null);
  const fileInput = useRef<ImportFileInputHandle>(null);
  const importSection = useRef<HTMLDivElement>(null);
  useHeaderAction(() => {
    // One at a time: the one that has begun is where the next begins.
    if (fileInput.current === null) importSection.current?.focus();
    else fileInput.current.openFileDialog();
  });

  return (
    <ViewBody>
      <Stack gap={5}>
        <Card title="Import">
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

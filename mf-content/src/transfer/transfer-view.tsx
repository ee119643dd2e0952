import { useHeaderAction, useViewState } from '@khmer-learning/console-sdk';
import { transferKinds } from '@khmer-learning/contracts';
import { Card, Stack, ViewBody } from '@khmer-learning/ui-kit';
import { useRef } from 'react';
import { z } from 'zod';
import { ExportCard } from './export-card.tsx';
import type { FileZoneHandle } from './file-zone.tsx';
import { ImportPicker } from './import-picker.tsx';
import { ImportRun } from './import-run.tsx';

/** The import that has begun; null while none has. */
const begun = z.object({ kind: z.enum(transferKinds), id: z.number().int() }).nullable();

/** The view `import-export`: files out of the school and into it. */
export function TransferView() {
  const [importId, setImportId] = useViewState('import', begun, null);
  const picker = useRef<FileZoneHandle>(null);
  const running = useRef<HTMLDivElement>(null);
  useHeaderAction(() => {
    // One at a time: the one that has begun is where the next begins.
    if (picker.current === null) running.current?.focus();
    else picker.current.choose();
  });

  return (
    <ViewBody>
      <Stack gap={5}>
        <Card title="Import">
          {importId === null ? (
            <ImportPicker ref={picker} onStarted={setImportId} />
          ) : (
            <div ref={running} tabIndex={-1}>
              <ImportRun
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

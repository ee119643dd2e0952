import { listErrorProps } from '@khmer-learning/console-kit';
import type { Import } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  Card,
  type Column,
  DataTable,
  DateText,
  EmptyState,
  Inline,
  Text,
} from '@khmer-learning/ui-kit';
import { describeImportEffect, stateTones } from './import-labels.ts';
import { message, useMessages } from './messages/messages.ts';
import { type ImportId, useLastImports } from './transfer.api.ts';
import { UndoImport } from './undo-import.tsx';

const historyColumns = (): readonly Column<Import>[] => [
  {
    id: 'file',
    header: message('importUpload.file'),
    main: true,
    cell: ({ fileName }) => (
      <Text strong lines={2}>
        {fileName}
      </Text>
    ),
    description: ({ kind }) => (
      <Text size="small" muted>
        {message(`transferKind.${kind}`)}
      </Text>
    ),
  },
  {
    id: 'state',
    header: message('importHistory.state'),
    narrow: 'line',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{message(`importState.${state}`)}</Badge>,
  },
  {
    id: 'effect',
    header: message('importHistory.effect'),
    cell: ({ counts }) => describeImportEffect(counts) || '-',
  },
  {
    id: 'at',
    header: message('importHistory.at'),
    narrow: 'line',
    nowrap: true,
    cell: ({ createdAt }) => <DateText at={createdAt} format="minute" />,
  },
];

interface ImportHistoryProps {
  shown: ImportId | null;
  onShow: (importId: ImportId) => void;
}

export function ImportHistory({ shown, onShow }: ImportHistoryProps) {
  const t = useMessages();
  const { data, error, refetch } = useLastImports();
  const isShown = ({ kind, id }: Import) => shown?.kind === kind && shown.id === id;
  return (
    <Card title={t('importHistory.title')}>
      <DataTable
        caption={t('importHistory.title')}
        columns={historyColumns()}
        rows={data}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        rowName={({ fileName }) => fileName}
        error={listErrorProps(t('importHistory.title'), error, refetch)}
        empty={<EmptyState title={t('importHistory.empty')} hint={t('importHistory.emptyHint')} />}
        skeletonRows={2}
        actions={(one) =>
          isShown(one) ? null : (
            <Inline gap={2}>
              <Button
                size="small"
                aria-label={t('importHistory.showFile', { name: one.fileName })}
                onClick={() => onShow(one)}
              >
                {t('importHistory.show')}
              </Button>
              <UndoImport run={one} size="small" onUndone={() => onShow(one)} />
            </Inline>
          )
        }
      />
    </Card>
  );
}

import type { ExtensionItem } from '@khmer-learning/console-sdk';
import { ExtensionPart, isListColumn, useExtensions } from '@khmer-learning/console-sdk';
import { type Column, Skeleton, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';

/** The columns that other remotes add to a list of `entity`: append them to its own. @param rows undefined while they load */
export function useListColumns<Row>(
  entity: string,
  rows: readonly Row[] | undefined,
  toItem: (row: Row) => ExtensionItem,
): Column<Row>[] {
  const t = useMessages();
  const items = rows?.map(toItem) ?? [];
  return useExtensions(isListColumn)
    .filter(({ extension }) => extension.entity === entity)
    .map((provided) => ({
      id: `${provided.remote}/${provided.extension.id}`,
      header: provided.extension.header,
      align: provided.extension.align ?? 'start',
      cell: (row) => (
        <ExtensionPart
          extension={provided}
          props={{ item: toItem(row), items }}
          loading={<Skeleton width="3rem" />}
          failed={() => (
            <Text
              as="span"
              size="small"
              muted
              title={t('listColumns.failed', { column: provided.extension.header })}
            >
              -
            </Text>
          )}
        />
      ),
    }));
}

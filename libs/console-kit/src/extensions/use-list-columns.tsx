import type { ExtensionItem } from '@khmer-learning/console-sdk';
import { ExtensionPart, isListColumn, useExtensions } from '@khmer-learning/console-sdk';
import { type Column, Skeleton, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';

/**
 * The columns that other remotes add to a list: append them to the list's own.
 *
 * @param entity the entity of the list's items: `lesson`
 * @param rows the rows of the page; undefined while they load
 * @param toItem the item that a row shows
 */
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

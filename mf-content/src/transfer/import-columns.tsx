import type { ImportTable } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  type Column,
  DataTable,
  FormField,
  Inline,
  Select,
  Stack,
  Text,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import { useMessages } from './messages/messages.ts';
import { type ImportId, useImportStep } from './transfer.api.ts';

const notImported = '-';

interface ImportColumnsProps {
  importId: ImportId;
  table: ImportTable;
  children: ReactNode;
}

/** The columns of a table with what is in them, to choose which field each of them is. */
export function ImportColumns({ importId, table, children }: ImportColumnsProps) {
  const t = useMessages();
  const { mutate, isPending, error, variables } = useImportStep(importId, 'setColumns');
  const [fields, setFields] = useState(() => table.columns.map(({ field }) => field ?? notImported));
  const known = table.fields.map((field) => ({ ...field, label: translateServerMessage(field.label) }));
  const needed = known.filter(({ name, required }) => required && !fields.includes(name));
  const options = [
    { value: notImported, label: t('importColumns.notImported') },
    ...known.map(({ name, label, required }) => ({
      value: name,
      label: required ? t('importColumns.required', { label }) : label,
    })),
  ];
  /** A field has one column: another one that had it is no longer imported. */
  const choose = (column: number, value: string) =>
    setFields((last) => last.map((field) => (field === value ? notImported : field)).with(column, value));
  const rows = table.columns.map((column, index) => ({ ...column, index }));
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { id: 'name', header: t('importColumns.column'), cell: ({ name }) => <Text strong>{name}</Text> },
    {
      id: 'samples',
      header: t('importColumns.samples'),
      cell: ({ samples }) => (
        <Text size="small" muted lines={2}>
          {samples.filter((sample) => sample !== '').join(' · ') || '-'}
        </Text>
      ),
    },
    {
      id: 'field',
      header: t('importColumns.field'),
      width: '16rem',
      cell: ({ name, index }) => (
        <Select
          aria-label={t('importColumns.fieldOf', { column: name })}
          options={options}
          value={fields[index] ?? notImported}
          onValueChange={(value) => choose(index, value)}
        />
      ),
    },
  ];
  return (
    <Stack gap={3}>
      {table.sheets.length > 1 ? (
        <FormField label={t('importColumns.sheet')}>
          <Select
            options={table.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
            value={table.sheet ?? ''}
            disabled={isPending}
            onValueChange={(sheet) => mutate({ sheet })}
          />
        </FormField>
      ) : null}
      <Encoding table={table} />
      <DataTable
        caption={t('importColumns.caption')}
        columns={columns}
        rows={rows}
        rowKey={({ index }) => index}
        rowName={({ name }) => name}
        empty={null}
      />
      {needed.length === 0 ? null : (
        <Callout tone="warning">
          {t('importColumns.needed', {
            fields: needed.map(({ label }) => label).join(', '),
          })}
        </Callout>
      )}
      {error === null ? null : (
        <Callout tone="danger" announce>
          {error.message}
        </Callout>
      )}
      <Inline>
        <Button
          variant="primary"
          disabled={needed.length > 0}
          loading={isPending && variables.fields !== undefined}
          loadingLabel={t('importState.checking')}
          onClick={() =>
            mutate({
              ...(table.sheet === null ? {} : { sheet: table.sheet }),
              fields: Object.fromEntries(
                fields.flatMap((field, index) => (field === notImported ? [] : [[field, index]])),
              ),
            })
          }
        >
          {t('importUpload.check')}
        </Button>
        {children}
      </Inline>
    </Stack>
  );
}

/** Says how a text was read that is not UTF-8: letters may be wrong. */
export function Encoding({ table: { encoding } }: { table: ImportTable }) {
  const t = useMessages();
  if (encoding === null || encoding === 'utf-8') return null;
  return (
    <Callout tone={encoding === 'windows-1252' ? 'warning' : 'info'}>
      {t(encoding === 'utf-16' ? 'importColumns.utf16' : 'importColumns.windows1252')}
    </Callout>
  );
}

import { userMessageOf } from '@khmer-learning/console-sdk';
import { type TransferKind, transferKinds } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Card,
  Checkbox,
  Combobox,
  color,
  DownloadIcon,
  FormField,
  Inline,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { useAllMainLessons } from '../main-lessons/main-lessons.api.ts';
import { useExportContent } from './transfer.api.ts';
import { transferKindDetails } from './transfer-kind-details.ts';

const allMainLessons = 'all';

const KindRow = styled(Inline)`
  padding-block: ${space(3)};
  & + & { border-top: 1px solid ${color('border')}; }
  & > :first-child { flex: 1 1 14rem; min-width: 0; }
`;

/** Exports all content or one main lesson as files. */
export function ExportCard() {
  const mainLessons = useAllMainLessons();
  const [mainLesson, setMainLesson] = useState(allMainLessons);
  const [includesWorkingCopies, setIncludesWorkingCopies] = useState(false);
  const { mutate, isPending, variables, error } = useExportContent();
  const options = [
    { value: allMainLessons, label: 'All main lessons' },
    ...(mainLessons.data?.mainLessons ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
  ];
  const download = (kind: TransferKind) =>
    mutate({
      kind,
      mainLessonId: mainLesson === allMainLessons ? null : Number(mainLesson),
      includesWorkingCopies,
    });
  const isFetching = (kind: TransferKind) => isPending && variables.kind === kind;

  return (
    <Card title="Export">
      <Stack gap={3}>
        <FormField
          label="Main lesson"
          hint="Select a main lesson to export only its content."
          error={mainLessons.error === null ? undefined : 'Main lessons could not be loaded'}
        >
          <Combobox
            options={options}
            value={mainLesson}
            onValueChange={setMainLesson}
            loading={mainLessons.isFetching}
            emptyText="No main lessons found"
          />
        </FormField>
        <Checkbox
          checked={includesWorkingCopies}
          onChange={({ target }) => setIncludesWorkingCopies(target.checked)}
        >
          Include changes that are not published
        </Checkbox>
        <div>
          {transferKinds.map((kind) => (
            <KindRow key={kind} justify="between" gap={3}>
              <div>
                <Text strong>{transferKindDetails[kind].label}</Text>
                <Text size="small" muted>
                  {transferKindDetails[kind].description}
                </Text>
              </div>
              <Button
                icon={<DownloadIcon aria-hidden="true" />}
                aria-label={`Export ${transferKindDetails[kind].label}`}
                loading={isFetching(kind)}
                loadingLabel="Exporting..."
                disabled={isPending && !isFetching(kind)}
                onClick={() => download(kind)}
              >
                Export
              </Button>
            </KindRow>
          ))}
        </div>
        {error === null ? null : (
          <Callout
            tone="danger"
            title={`${transferKindDetails[variables?.kind ?? 'lessons'].label} could not be exported`}
          >
            {userMessageOf(error, 'Something went wrong.')}
          </Callout>
        )}
      </Stack>
    </Card>
  );
}

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
import { useAllMainLessons } from '../main-lessons/use-all-main-lessons.ts';
import { useMessages } from '../messages/messages.ts';
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
  const t = useMessages();
  const mainLessons = useAllMainLessons();
  const [mainLesson, setMainLesson] = useState(allMainLessons);
  const [includesWorkingCopies, setIncludesWorkingCopies] = useState(false);
  const { mutate, isPending, variables, error } = useExportContent();
  const options = [
    { value: allMainLessons, label: t('exportCard.allMainLessons') },
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
    <Card title={t('exportCard.title')}>
      <Stack gap={3}>
        <FormField
          label={t('exportCard.mainLesson')}
          hint={t('exportCard.hint')}
          error={mainLessons.error === null ? undefined : t('exportCard.mainLessonsNotLoaded')}
        >
          <Combobox
            options={options}
            value={mainLesson}
            onValueChange={setMainLesson}
            loading={mainLessons.isFetching}
            emptyText={t('exportCard.noMainLessons')}
          />
        </FormField>
        <Checkbox
          checked={includesWorkingCopies}
          onChange={({ target }) => setIncludesWorkingCopies(target.checked)}
        >
          {t('exportCard.workingCopies')}
        </Checkbox>
        <div>
          {transferKinds.map((kind) => (
            <KindRow key={kind} justify="between" gap={3}>
              <div>
                <Text strong>{t(transferKindDetails[kind].label)}</Text>
                <Text size="small" muted>
                  {t(transferKindDetails[kind].description)}
                </Text>
              </div>
              <Button
                icon={<DownloadIcon aria-hidden="true" />}
                aria-label={t('exportCard.exportKind', { kind: t(transferKindDetails[kind].label) })}
                loading={isFetching(kind)}
                loadingLabel={t('exportCard.exporting')}
                disabled={isPending && !isFetching(kind)}
                onClick={() => download(kind)}
              >
                {t('exportCard.export')}
              </Button>
            </KindRow>
          ))}
        </div>
        {error === null ? null : (
          <Callout
            tone="danger"
            title={t('exportCard.notExported', {
              kind: t(transferKindDetails[variables?.kind ?? 'lessons'].label),
            })}
          >
            {userMessageOf(error, t('exportCard.failed'))}
          </Callout>
        )}
      </Stack>
    </Card>
  );
}

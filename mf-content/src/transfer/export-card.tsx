import { userMessageOf } from '@khmer-learning/console-sdk';
import { type TransferKind, transfers } from '@khmer-learning/contracts';
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
import { message as contentMessage } from '../messages/messages.ts';
import { formatNames } from './import-labels.ts';
import { useMessages } from './messages/messages.ts';
import { type Download, useDownload, useTransferKinds } from './transfer.api.ts';

type FileFormat = keyof typeof formatNames;
const exportFormats = {
  lessons: ['json'],
  vocabulary: ['csv', 'xlsx'],
  quizzes: ['json', 'csv', 'xlsx'],
  people: ['csv', 'xlsx'],
} as const satisfies Record<TransferKind, readonly FileFormat[]>;

const allMainLessons = 'all';

const KindRow = styled(Inline)`
  padding-block: ${space(3)};
  & + & { border-top: 1px solid ${color('border')}; }
  & > :first-child { flex: 1 1 14rem; min-width: 0; }
`;

export function ExportCard() {
  const t = useMessages();
  const mainLessons = useAllMainLessons();
  const [mainLesson, setMainLesson] = useState(allMainLessons);
  const [includesWorkingCopies, setIncludesWorkingCopies] = useState(false);
  const { mutate, isPending, variables, error } = useDownload<Download & { readonly kind: TransferKind }>();
  const options = [
    { value: allMainLessons, label: t('exportCard.allMainLessons') },
    ...(mainLessons.data?.mainLessons ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
  ];
  const download = (kind: TransferKind, format: FileFormat) => {
    const query = {
      ...(format === 'json' ? {} : { format }),
      ...(mainLesson === allMainLessons || kind === 'people' ? {} : { mainLessonId: Number(mainLesson) }),
      ...(includesWorkingCopies && kind !== 'people' ? { workingCopies: 'true' as const } : {}),
    };
    mutate({
      kind,
      name: `${kind}.${format}`,
      failure: t('exportCard.exportFailed'),
      get: (api) => api.download(transfers[kind].export, { query }),
    });
  };
  const isFetching = (kind: TransferKind, format: FileFormat) =>
    isPending && variables.name === `${kind}.${format}`;

  return (
    <Card title={t('exportCard.title')}>
      <Stack gap={3}>
        <FormField
          label={contentMessage('itemType.mainLessonCapital')}
          hint={t('exportCard.hint')}
          error={mainLessons.error === null ? undefined : t('exportCard.mainLessonsNotLoaded')}
        >
          <Combobox
            options={options}
            value={mainLesson}
            onValueChange={setMainLesson}
            loading={mainLessons.isFetching}
            emptyText={contentMessage('mainLessonList.empty')}
          />
        </FormField>
        <Checkbox
          checked={includesWorkingCopies}
          onChange={({ target }) => setIncludesWorkingCopies(target.checked)}
        >
          {t('exportCard.workingCopies')}
        </Checkbox>
        <div>
          {useTransferKinds().map((kind) => (
            <KindRow key={kind} justify="between" gap={3}>
              <div>
                <Text strong>{t(`transferKind.${kind}`)}</Text>
                <Text size="small" muted>
                  {t(`transferKind.${kind}Description`)}
                </Text>
              </div>
              <Inline gap={2}>
                {exportFormats[kind].map((format) => (
                  <Button
                    key={format}
                    icon={<DownloadIcon aria-hidden="true" />}
                    aria-label={t('exportCard.exportKind', {
                      kind: t(`transferKind.${kind}`),
                      format: formatNames[format],
                    })}
                    loading={isFetching(kind, format)}
                    loadingLabel={t('exportCard.exporting')}
                    disabled={isPending && !isFetching(kind, format)}
                    onClick={() => download(kind, format)}
                  >
                    {formatNames[format]}
                  </Button>
                ))}
              </Inline>
            </KindRow>
          ))}
        </div>
        {error === null ? null : (
          <Callout
            tone="danger"
            title={t('exportCard.notExported', {
              kind: t(`transferKind.${variables?.kind ?? 'lessons'}`),
            })}
          >
            {userMessageOf(error, contentMessage('error.unknown'))}
          </Callout>
        )}
      </Stack>
    </Card>
  );
}

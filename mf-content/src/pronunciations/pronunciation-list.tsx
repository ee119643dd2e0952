import { ListEmptyState, listErrorProps, useRights } from '@khmer-learning/console-kit';
import { formatViewAddress, useListState, userMessageOf, useViewState } from '@khmer-learning/console-sdk';
import { defaultPageSize, type PronunciationConflict } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  ConfirmDialog,
  color,
  ErrorPanel,
  fontSize,
  Inline,
  KhmerText,
  Pagination,
  SearchInput,
  Skeleton,
  Stack,
  space,
  Text,
  TextLink,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { z } from 'zod';
import { useMessages } from '../messages/messages.ts';
import { usePronunciationConflicts, useReplacePronunciations } from './pronunciations.api.ts';
import { ReplacementStatus } from './replacement-status.tsx';

type Spelling = PronunciationConflict['spellings'][number];
interface Choice {
  readonly conflict: PronunciationConflict;
  readonly spelling: Spelling;
}

const Spellings = styled.ul`margin: 0; padding: 0; list-style: none;`;
const SpellingItem = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  padding-block: ${space(3)};
  &:not(:first-child) { border-top: 1px solid ${color('border')}; }
  &:first-child { padding-top: 0; }
  &:last-child { padding-bottom: 0; }
`;
const Uses = styled.div`
  flex: 1 1 14rem;
  min-width: 0;
  overflow-wrap: anywhere;
  & > p { margin: 0; font-size: ${fontSize.small}; color: ${color('textMuted')}; }
`;

const replacementIdSchema = z.number().int().positive().nullable();

/** The view `pronunciations`: words that lessons spell in several ways, and a way to use one spelling everywhere. */
export function PronunciationList() {
  const t = useMessages();
  const list = useListState([], {});
  const { search, offset } = list;
  const { data, error, isFetching, refetch } = usePronunciationConflicts({
    search,
    offset,
    limit: defaultPageSize,
  });
  const [replacementId, setReplacementId] = useViewState('replacement', replacementIdSchema, null);
  const [isReplacing, setIsReplacing] = useState(false);
  const [choice, setChoice] = useState<Choice | null>(null);
  const { mayPublish, mayChangeAll } = useRights();

  return (
    <ViewBody>
      <Toolbar
        search={
          <SearchInput label={t('pronunciationList.search')} value={search} onChange={list.setSearch} />
        }
      />
      <Stack gap={4}>
        {replacementId === null ? null : (
          <ReplacementStatus
            key={replacementId}
            id={replacementId}
            onRunningChange={setIsReplacing}
            onClose={() => setReplacementId(null)}
          />
        )}
        {error !== null ? (
          <ErrorPanel
            {...listErrorProps(t('pronunciationList.subject'), error, refetch)}
            title={t('pronunciationList.notLoaded')}
            retrying={isFetching}
          />
        ) : data === undefined ? (
          <Stack gap={2} role="status" aria-label={t('pronunciationList.loading')}>
            <Skeleton height="8rem" />
            <Skeleton height="8rem" />
          </Stack>
        ) : data.conflicts.length === 0 ? (
          <ListEmptyState
            title={t('pronunciationList.empty')}
            hint={t('pronunciationList.emptyHint')}
            hasActiveFilters={list.hasActiveFilters}
            onClear={list.clearFilters}
          />
        ) : (
          <>
            {data.conflicts.map((conflict) => (
              <ConflictCard
                key={conflict.id}
                conflict={conflict}
                disabled={isReplacing || !mayPublish || !mayChangeAll}
                onChoose={(spelling) => setChoice({ conflict, spelling })}
              />
            ))}
            <Pagination
              offset={offset}
              limit={defaultPageSize}
              total={data.total}
              totalIsEstimate={data.isMinimum}
              itemsLabel={t('pronunciationList.words')}
              onOffsetChange={list.setOffset}
            />
          </>
        )}
      </Stack>
      {choice === null ? null : (
        <ReplaceDialog {...choice} onClose={() => setChoice(null)} onBegun={setReplacementId} />
      )}
    </ViewBody>
  );
}

function ConflictCard({
  conflict: { khmer, english, spellings },
  disabled,
  onChoose,
}: {
  conflict: PronunciationConflict;
  disabled: boolean;
  onChoose: (spelling: Spelling) => void;
}) {
  const t = useMessages();
  const examplesOf = ({ lessons, examples }: Spelling) => (
    <>
      {examples.map(({ id, title }, at) => (
        <span key={id}>
          {at === 0 ? '' : ', '}
          <TextLink href={formatViewAddress({ view: 'lessons', list: undefined, item: id, find: khmer })}>
            {title}
          </TextLink>
        </span>
      ))}
      {lessons > examples.length ? ' …' : ''}
    </>
  );
  return (
    <Card title={`${khmer} · ${english.join(', ')}`}>
      <Spellings>
        {spellings.map((spelling) => (
          <SpellingItem key={spelling.phonemic}>
            <Uses>
              <Text strong>{`[${spelling.phonemic}]`}</Text>
              <p>
                {t.rich(
                  'pronunciationConflict.uses',
                  { examples: () => examplesOf(spelling) },
                  { count: spelling.lessons },
                )}
              </p>
            </Uses>
            <Button
              size="small"
              disabled={disabled}
              aria-label={t('pronunciationConflict.useOf', { phonemic: spelling.phonemic, khmer })}
              onClick={() => onChoose(spelling)}
            >
              {t('pronunciationConflict.use')}
            </Button>
          </SpellingItem>
        ))}
      </Spellings>
    </Card>
  );
}

function ReplaceDialog({
  conflict: { khmer, lessons, spellings },
  spelling: { phonemic, lessons: rightAlready },
  onClose,
  onBegun,
}: Choice & { onClose: () => void; onBegun: (id: number) => void }) {
  const t = useMessages();
  const replace = useReplacePronunciations();
  const others = spellings.filter((other) => other.phonemic !== phonemic);
  // A lesson with several spellings counts once for each.
  const atMost = Math.min(
    lessons,
    others.reduce((sum, other) => sum + other.lessons, 0),
  );
  const isExact = rightAlready + atMost === lessons;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('replacePronunciation.question', { phonemic })}
      description={t.rich(
        isExact ? 'replacePronunciation.consequence' : 'replacePronunciation.consequenceAtMost',
        { khmer: (content) => <KhmerText>{content}</KhmerText> },
        { count: atMost, khmer },
      )}
      confirmLabel={t('replacePronunciation.confirm', { count: atMost })}
      confirmingLabel={t('replacePronunciation.starting')}
      onConfirm={async () => onBegun((await replace({ khmer, phonemic })).id)}
      describeError={(error) => userMessageOf(error, t('replacePronunciation.failed'))}
    >
      <Inline gap={2}>
        <Text size="small" muted>
          {others.map((other) => `[${other.phonemic}]`).join(', ')} → {`[${phonemic}]`}
        </Text>
      </Inline>
    </ConfirmDialog>
  );
}

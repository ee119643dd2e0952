import { listErrorProps } from '@khmer-learning/console-kit';
import { type QuestionKind, questionKinds, quizLimits } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  Callout,
  Combobox,
  Dialog,
  EmptyState,
  ErrorPanel,
  FieldGrid,
  FormField,
  SearchInput,
  Select,
  Skeleton,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { questionKey } from '../generator/generate-questions.ts';
import { useLesson } from '../lessons/lessons.api.ts';
import { useMessages } from '../messages/messages.ts';
import { questionKindLabel, questionKindOptions } from '../quiz-form/question-kinds.ts';
import { type QuestionFormValues, toQuestionValues } from '../quiz-form/question-values.ts';
import { ChoosableQuestion } from './choosable-question.tsx';
import { useMainLesson, useMainLessonSearch, useQuestionBank } from './question-bank.api.ts';
import { QuizLinks } from './question-uses.tsx';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  margin: 0;
  padding: 0;
  list-style: none;
`;

interface QuestionBankDialogProps {
  /** The lesson of the quiz, whose main lesson is searched first; 0 for none. */
  lessonId: number;
  /** The quiz that is edited; null for a new one. */
  quizId: number | null;
  /** How many more questions the quiz can hold. */
  remainingCapacity: number;
  /** The keys of the quiz's current questions (`questionKey`). */
  existingQuestions: ReadonlySet<string>;
  onAdd: (questions: readonly QuestionFormValues[]) => void;
  onClose: () => void;
}

export function QuestionBankDialog({
  lessonId,
  quizId,
  remainingCapacity,
  existingQuestions,
  onAdd,
  onClose,
}: QuestionBankDialogProps) {
  const t = useMessages();
  const lesson = useLesson(lessonId > 0 ? lessonId : null);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const mainLessonId = selectedId ?? lesson.data?.mainLessonId ?? 0;
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<QuestionKind | 'all'>('all');
  /** By their keys, also those that the filters do not show any more. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, QuestionFormValues>>(new Map());
  const bank = useQuestionBank({ mainLessonId, search, kind, quizId });
  const found = bank.data?.pages.flatMap(({ questions }) => questions) ?? [];
  const failure = listErrorProps(t('questionBank.subject'), bank.error, bank.refetch);
  const isFull = chosen.size >= remainingCapacity;

  const choose = (key: string, question: QuestionFormValues, isChosen: boolean) => {
    const next = new Map(chosen);
    if (isChosen) next.set(key, question);
    else next.delete(key);
    setChosen(next);
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('questionBank.title')}
      description={t('questionBank.description')}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>{t('generateQuestions.cancel')}</Button>
          <Button variant="primary" disabled={chosen.size === 0} onClick={() => onAdd([...chosen.values()])}>
            {t('generateQuestions.add', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <FieldGrid>
          <FormField label={t('questionBank.mainLesson')}>
            <MainLessonSelector value={mainLessonId} onChange={setSelectedId} />
          </FormField>
          <FormField label={t('questionEditor.kind')}>
            <Select
              options={[
                { value: 'all', label: t('questionBank.allKinds') },
                ...questionKindOptions(questionKinds),
              ]}
              value={kind}
              onValueChange={(value) => setKind(questionKinds.find((one) => one === value) ?? 'all')}
            />
          </FormField>
        </FieldGrid>
        <SearchInput label={t('questionBank.search')} value={search} onChange={setSearch} shortcut={false} />
        {isFull ? (
          <Callout tone="warning" title={t('generateQuestions.full')}>
            {t('generateQuestions.fullHint', { max: quizLimits.questions })}
          </Callout>
        ) : null}
        {failure === undefined ? null : <ErrorPanel {...failure} retrying={bank.isFetching} />}
        {bank.isPending && (mainLessonId > 0 || lesson.isLoading) && failure === undefined ? (
          <div role="status" aria-label={t('questionBank.loading')}>
            <Skeleton height="6rem" />
          </div>
        ) : null}
        {bank.isSuccess && found.length === 0 ? (
          <EmptyState title={t('questionBank.empty')} hint={t('questionBank.emptyHint')} />
        ) : null}
        <List aria-label={t('questionBank.subject')}>
          {found.map(({ key, question, usedIn }) => {
            // The copy gets an id of its own.
            const values = { ...toQuestionValues(question), id: undefined };
            const isChosen = chosen.has(key);
            return (
              <li key={key}>
                <ChoosableQuestion
                  question={values}
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={(next) => choose(key, values, next)}
                >
                  <Badge>{questionKindLabel(question.kind ?? 'choice')}</Badge>
                  {existingQuestions.has(questionKey(values)) ? (
                    <Badge tone="accent">{t('questionBank.existing')}</Badge>
                  ) : null}
                </ChoosableQuestion>
                <Text size="small" muted>
                  {t('questionUses.usedIn')} <QuizLinks uses={usedIn} />
                </Text>
              </li>
            );
          })}
        </List>
        {bank.data?.pages.at(-1)?.isPartial ? (
          <Text size="small" muted>
            {t('questionBank.partial')}
          </Text>
        ) : null}
        {bank.hasNextPage ? (
          <div>
            <Button loading={bank.isFetchingNextPage} onClick={() => void bank.fetchNextPage()}>
              {t('quizList.showMore')}
            </Button>
          </div>
        ) : null}
      </Stack>
    </Dialog>
  );
}

interface MainLessonSelectorProps {
  /** The selected main lesson's id; 0 for none. */
  value: number;
  onChange: (id: number) => void;
}

function MainLessonSelector({ value, onChange }: MainLessonSelectorProps) {
  const t = useMessages();
  const [search, setSearch] = useState<string | null>(null);
  const results = useMainLessonSearch(search);
  const found = results.data?.mainLessons ?? [];
  const fetched = useMainLesson(value).data;
  const title = (fetched ?? found.find(({ id }) => id === value))?.title;
  return (
    <Combobox
      // Combobox reads `valueLabel` only once, so it is remounted when the title arrives.
      key={value > 0 && title === undefined ? 'title awaited' : 'title known'}
      options={found.map(({ id, title: label }) => ({ value: String(id), label }))}
      value={value > 0 ? String(value) : ''}
      valueLabel={title ?? ''}
      onValueChange={(id) => onChange(Number(id))}
      onSearch={setSearch}
      loading={results.isFetching}
      placeholder={t('questionBank.searchMainLessons')}
      emptyText={t(results.isError ? 'questionBank.mainLessonsNotLoaded' : 'questionBank.noMainLessons')}
    />
  );
}

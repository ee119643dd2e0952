import { PublishStatus } from '@khmer-learning/console-kit';
import { formatViewAddress, useNavigation } from '@khmer-learning/console-sdk';
import type { LessonSummary } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  color,
  Inline,
  LevelBadge,
  langProps,
  Stack,
  Text,
  TextInput,
  TextLink,
} from '@khmer-learning/ui-kit';
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { useQuizzesOfLessons } from './course.api.ts';
import { useMessages } from './messages/messages.ts';
import type { TitleEdit, useTitleEdits } from './use-title-edits.ts';

const Title = styled.button`
  min-width: 0;
  padding: 0;
  border: 0;
  background: none;
  color: ${color('text')};
  font: inherit;
  font-weight: 600;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: text;
  &:hover { text-decoration: underline; text-underline-offset: 3px; }
  &:lang(km) { line-height: 1.9; }
`;

const Failure = styled(Text)`color: ${color('dangerText')};`;

interface CourseRowProps {
  lesson: LessonSummary;
  /** The ids of the lessons whose quizzes are fetched with its own. */
  part: string;
  titles: ReturnType<typeof useTitleEdits>;
  mayChange: boolean;
  onOpen: () => void;
  /** Moves the lesson up (-1) or down. */
  onMove: (step: 1 | -1) => void;
}

/** A lesson of the page. Arrow keys go from title to title and, with Alt, move the lesson; Enter and F2 edit the title. */
export function CourseRow({ lesson, part, titles, mayChange, onOpen, onMove }: CourseRowProps) {
  const t = useMessages();
  const { words, recordedWords = 0 } = lesson;
  const edit = titles.edits.get(lesson.id);
  // Changes of a published lesson that wait for their publication have a title of their own, which only the form shows.
  const isInForm = Boolean(lesson.workingCopy) || !mayChange;
  const begin = () => (isInForm ? onOpen() : titles.begin(lesson));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'F2') begin();
    else if (step === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    else if (event.altKey) onMove(step === 1 ? 1 : -1);
    else focusTitle(event.currentTarget, step);
    event.preventDefault();
  };
  const title = useRef<HTMLButtonElement>(null);
  const isField = edit !== undefined && !edit.isSaving;
  const wasField = useRef(false);
  useLayoutEffect(() => {
    // The field had the focus, and is gone.
    if (wasField.current && !isField && document.activeElement === document.body) title.current?.focus();
    wasField.current = isField;
  }, [isField]);
  return (
    <Stack gap={1}>
      {isField ? (
        <TitleField lesson={lesson} edit={edit} titles={titles} />
      ) : (
        <Title
          ref={title}
          type="button"
          data-action="title"
          aria-busy={edit?.isSaving}
          title={t(isInForm ? 'coursePage.titleInForm' : 'coursePage.editTitle')}
          onClick={begin}
          onKeyDown={onKeyDown}
          {...langProps(edit?.text ?? lesson.title)}
        >
          {edit?.text ?? lesson.title}
        </Title>
      )}
      <Inline gap={2}>
        <Badge>{lesson.lessonType.title}</Badge>
        <LevelBadge level={lesson.level} />
        <PublishStatus item={lesson} listed={{ entity: 'lesson', id: lesson.id }} inline />
        {words === undefined ? null : (
          <Text as="span" size="small" muted>
            {t('coursePage.words', { words, recorded: recordedWords })}
          </Text>
        )}
        <LessonQuiz lesson={lesson} part={part} />
      </Inline>
    </Stack>
  );
}

function focusTitle(title: HTMLElement, step: number): void {
  const all = [
    ...(title.closest('[role="list"]')?.querySelectorAll<HTMLElement>('[data-action="title"]') ?? []),
  ];
  all[all.indexOf(title) + step]?.focus();
}

interface TitleFieldProps {
  lesson: LessonSummary;
  edit: TitleEdit;
  titles: ReturnType<typeof useTitleEdits>;
}

function TitleField({ lesson, edit, titles }: TitleFieldProps) {
  const t = useMessages();
  const describedBy = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void titles.save(lesson);
    else if (event.key === 'Escape') titles.discard(lesson.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        // What was asked for, by a key or a click.
        autoFocus={edit.failure === null}
        aria-label={t('coursePage.titleOf', { title: lesson.title })}
        aria-invalid={edit.failure !== null}
        aria-describedby={describedBy}
        value={edit.text}
        onChange={({ target }) => titles.change(lesson.id, target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => edit.failure === null && void titles.save(lesson)}
        {...langProps(edit.text)}
      />
      {edit.failure === null ? (
        lesson.status === 'published' && (
          <Text id={describedBy} size="small" muted>
            {t('coursePage.titleIsPublic')}
          </Text>
        )
      ) : (
        <Failure id={describedBy} size="small" role="alert">
          {edit.failure}
        </Failure>
      )}
    </>
  );
}

/** The quizzes of a lesson, as a link to the newest; or the button that generates the first one. */
function LessonQuiz({ lesson, part }: { lesson: LessonSummary; part: string }) {
  const t = useMessages();
  const { openView } = useNavigation();
  const { data } = useQuizzesOfLessons(part);
  if (data === undefined) return null;
  const counted = data.get(lesson.id);
  if (counted === undefined) {
    if (!lesson.words) return <Badge>{t('coursePage.noQuiz')}</Badge>;
    const preset = { lessonId: lesson.id, generates: true };
    return (
      <Button
        size="small"
        variant="ghost"
        onClick={() => void openView('quizzes', { intent: 'create', preset })}
      >
        {t('coursePage.generateQuiz')}
      </Button>
    );
  }
  const { active, drafts, quizId } = counted;
  // The menu of the row shows all of several.
  const href = formatViewAddress({ view: 'quizzes', list: undefined, item: quizId });
  return (
    <TextLink href={href} aria-label={t('coursePage.quizzesOf', { active, drafts, title: lesson.title })}>
      <Badge tone={active > 0 ? 'green' : 'yellow'}>{t('coursePage.quizzes', { active, drafts })}</Badge>
    </TextLink>
  );
}

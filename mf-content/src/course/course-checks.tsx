import { formatViewAddress } from '@khmer-learning/console-sdk';
import type { LessonSummary, MainLesson } from '@khmer-learning/contracts';
import { Button, Callout, Inline, Stack, Text, TextLink } from '@khmer-learning/ui-kit';
import { useConflictsOfLessons } from './course.api.ts';
import { useMessages } from './messages/messages.ts';

const maxNamed = 3;

type CheckText = `coursePage.${'withoutWords' | 'withoutRecordings' | 'withConflicts' | 'draftsInPublished'}`;

interface CourseChecksProps {
  course: MainLesson;
  lessons: readonly LessonSummary[];
  parts: readonly string[];
  onOpen: (id: number) => void;
}

export function CourseChecks({ course, lessons, parts, onOpen }: CourseChecksProps) {
  const t = useMessages();
  const conflicts = useConflictsOfLessons(parts);
  const checks: { text: CheckText; found: readonly LessonSummary[] }[] = [
    { text: 'coursePage.withoutWords', found: lessons.filter(({ words }) => words === 0) },
    {
      text: 'coursePage.withoutRecordings',
      found: lessons.filter(({ words = 0, recordedWords = 0 }) => recordedWords < words),
    },
    { text: 'coursePage.withConflicts', found: lessons.filter(({ id }) => conflicts.has(id)) },
    {
      text: 'coursePage.draftsInPublished',
      found: course.status === 'published' ? lessons.filter(({ status }) => status === 'draft') : [],
    },
  ];
  const failed = checks.filter(({ found }) => found.length > 0);
  if (failed.length === 0) return null;
  return (
    <Callout title={t('coursePage.checks')}>
      <Stack gap={1} role="list">
        {failed.map(({ text, found }) => (
          <Inline key={text} gap={1} role="listitem">
            <Text as="span">{t(text, { count: found.length })}</Text>
            {found.slice(0, maxNamed).map(({ id, title }) => (
              <Button key={id} size="small" variant="ghost" onClick={() => onOpen(id)}>
                {title}
              </Button>
            ))}
            {found.length > maxNamed ? (
              <Text as="span" muted>
                {t('coursePage.andMore', { count: found.length - maxNamed })}
              </Text>
            ) : null}
            {text === 'coursePage.withConflicts' ? (
              <TextLink href={formatViewAddress({ view: 'pronunciations', list: undefined, item: null })}>
                {t('coursePage.showConflicts')}
              </TextLink>
            ) : null}
          </Inline>
        ))}
      </Stack>
    </Callout>
  );
}

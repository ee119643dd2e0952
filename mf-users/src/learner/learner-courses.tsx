import { formatViewAddress } from '@khmer-learning/console-sdk';
import { type LearnerCourse, type LessonProgress, maxPageSize } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  DateText,
  Inline,
  ProgressBar,
  Stack,
  space,
  Text,
  TextLink,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { LearnerSection, Rows } from './learner-section.tsx';
import { useLearner, useLearnerCourses } from './learners.api.ts';
import { useMessages } from './messages/messages.ts';

const Lessons = styled.ul`display: grid; gap: ${space(1)}; margin: 0; padding-inline-start: ${space(5)};`;

const step = 10;

export function LearnerCourses({ id }: { id: number }) {
  const t = useMessages();
  const [limit, setLimit] = useState(step);
  const learner = useLearner(id);
  const courses = useLearnerCourses(id, learner.data?.lessons, limit);
  const progress = new Map(learner.data?.lessons.map((lesson) => [lesson.lessonId, lesson]));
  const { data } = courses;
  const hasMore = data !== undefined && data.total > data.courses.length && limit < maxPageSize;
  return (
    <LearnerSection
      title={t('learnerCourses.title')}
      query={learner.error === null ? courses : learner}
      shown={data?.courses.length}
      empty={{ title: t('learnerCourses.empty') }}
      onMore={hasMore ? () => setLimit(limit + step) : undefined}
    >
      <Rows role="list">
        {data?.courses.map((course) => (
          <Course key={course.id} course={course} progress={progress} />
        ))}
      </Rows>
      {learner.data?.isComplete === false ? (
        <Text size="small" muted>
          {t('learnerCourses.incomplete')}
        </Text>
      ) : null}
    </LearnerSection>
  );
}

interface CourseProps {
  course: LearnerCourse;
  progress: ReadonlyMap<number, LessonProgress>;
}

function Course({ course: { id, title, isOwned, lessons }, progress }: CourseProps) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const done = lessons.filter((lesson) => progress.get(lesson.id)?.finishedAt).length;
  const words = t('learnerCourses.done', { done, count: lessons.length });
  return (
    <li>
      <Stack gap={2}>
        <Inline gap={2}>
          <TextLink href={formatViewAddress({ view: 'main_lessons', list: undefined, item: id })}>
            {title}
          </TextLink>
          {isOwned ? <Badge tone="green">{t('learnerCourses.owned')}</Badge> : null}
        </Inline>
        <ProgressBar label={title} value={lessons.length === 0 ? 0 : (done / lessons.length) * 100} />
        <Inline justify="between" gap={2}>
          <Text size="small" muted>
            {words}
          </Text>
          {lessons.length === 0 ? null : (
            <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'learnerCourses.hideLessons' : 'learnerCourses.showLessons')}
            </Button>
          )}
        </Inline>
        {isOpen ? (
          <Lessons aria-label={t('learnerCourses.lessonsOf', { title })}>
            {lessons.map((lesson) => (
              <li key={lesson.id}>
                <TextLink href={formatViewAddress({ view: 'lessons', list: undefined, item: lesson.id })}>
                  {lesson.title}
                </TextLink>{' '}
                <Text as="span" size="small" muted>
                  <LessonState progress={progress.get(lesson.id)} />
                </Text>
              </li>
            ))}
          </Lessons>
        ) : null}
      </Stack>
    </li>
  );
}

function LessonState({ progress }: { progress: LessonProgress | undefined }) {
  const t = useMessages();
  const { openedAt = null, finishedAt = null } = progress ?? {};
  const at = finishedAt ?? openedAt;
  if (at === null) return t('learnerCourses.notOpened');
  const day = () => <DateText at={at} />;
  return t.rich(finishedAt === null ? 'learnerCourses.opened' : 'learnerCourses.finished', { day });
}

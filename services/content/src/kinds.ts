import {
  lessons as lessonContract,
  lessonEvent,
  lessonTypeEvent,
  mainLessons as mainLessonContract,
  mainLessonEvent,
} from '@khmer-learning/contracts';
import {
  commentThreadSource,
  createCommentEraser,
  createReviewEraser,
  createWorkingCopyEraser,
  erasureJob,
  restorationJob,
  reviewSource,
  type SectionedKind,
  scheduleJob,
  type WordedKind,
  type WorkingCopyKind,
  wordedKind,
  workingCopySource,
} from '@khmer-learning/item-kit';
import {
  entitySource,
  type JobRunner,
  type PresentStateSource,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { lessonImageUpdateJob } from './lesson-types/lesson-type.images.ts';
import { mountLessonTypes } from './lesson-types/lesson-type.items.ts';
import { toLessonTypeState } from './lesson-types/lesson-type.kind.ts';
import { lessonCascadeJob } from './lessons/cascades/lesson.cascade.ts';
import { lessonVisibilityJob } from './lessons/cascades/lesson.visibility.ts';
import { mountLessons } from './lessons/lesson.items.ts';
import { commentedSections } from './lessons/model/commented-sections.ts';
import { lessonTexts, titledTexts } from './lessons/model/searched-texts.ts';
import { toLessonState } from './lessons/writes/lesson.kind.ts';
import { lessonDuplicationJob } from './main-lessons/main-lesson.duplication.ts';
import { mountMainLessons } from './main-lessons/main-lesson.items.ts';
import { toMainLessonState } from './main-lessons/main-lesson.kind.ts';
import { contentReleaseSource } from './releases/content-release.model.ts';
import { mountContentReleases } from './releases/content-releases.ts';

/** The kinds that have working copies. */
export const workingCopyKinds: readonly WorkingCopyKind[] = [lessonContract, mainLessonContract];

/** The kinds with parts to which comments are anchored: the sections of a lesson and their rows. */
export const commentedKinds: readonly SectionedKind[] = [
  { event: lessonEvent, field: 'sections', sectionsOf: commentedSections },
];

/** The kinds whose words a search finds although they are mistyped. */
export const wordedKinds: readonly WordedKind[] = [
  wordedKind(lessonEvent, lessonTexts),
  wordedKind(mainLessonEvent, titledTexts),
  wordedKind(lessonTypeEvent, ({ title }) => [title]),
];

/** Everything that content publishes. */
export function contentSources(): readonly PresentStateSource[] {
  return [
    entitySource('lesson_types', lessonTypeEvent, toLessonTypeState),
    entitySource('main_lessons', mainLessonEvent, toMainLessonState),
    entitySource('lessons', lessonEvent, toLessonState),
    ...workingCopyKinds.map(workingCopySource),
    commentThreadSource('content'),
    reviewSource('content'),
    contentReleaseSource,
  ];
}

/** Mounts the endpoints of all kinds, and registers their models and jobs. */
export function mountKinds(app: FastifyInstance, store: ServiceContext, jobs: JobRunner) {
  const lessons = mountLessons(app, store);
  const wake = {
    duplicationJob: jobs.register(lessonDuplicationJob(store)),
    cascadeJob: jobs.register(lessonCascadeJob(store)),
    restorationJob: jobs.register(
      restorationJob(store, { definition: lessonEvent, label: 'Lesson', revive: lessons.writes.revive }),
    ),
    imageUpdateJob: jobs.register(lessonImageUpdateJob(store)),
    visibilityJob: jobs.register(lessonVisibilityJob(store)),
  };
  const mainLessons = mountMainLessons(app, store, lessons, wake);
  const lessonTypes = mountLessonTypes(app, store, lessons, wake);
  jobs.register(
    erasureJob(store, [
      createWorkingCopyEraser(store.connection, workingCopyKinds),
      createCommentEraser(store.connection, 'content'),
      createReviewEraser(store.connection),
    ]),
  );
  jobs.register(scheduleJob(store, [lessons.scheduled, mainLessons.scheduled]));
  mountContentReleases(app, store, jobs, [mainLessons.scheduled, lessons.scheduled]);
  return { lessons, mainLessons, lessonTypes };
}

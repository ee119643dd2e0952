import {
  lessons as lessonContract,
  lessonEvent,
  lessonTypeEvent,
  mainLessons as mainLessonContract,
  mainLessonEvent,
} from '@khmer-learning/contracts';
import {
  itemSources,
  registerItemJobs,
  restorationJob,
  type ServiceKinds,
  wordedKind,
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
import { commentedSections, lessonTexts, titledTexts, toLessonState } from './lessons/writes/lesson.kind.ts';
import { lessonDuplicationJob } from './main-lessons/main-lesson.duplication.ts';
import { mountMainLessons } from './main-lessons/main-lesson.items.ts';
import { toMainLessonState } from './main-lessons/main-lesson.kind.ts';
import { contentReleaseSource } from './releases/content-release.model.ts';
import { mountContentReleases } from './releases/content-releases.ts';

export const kinds: ServiceKinds = {
  service: 'content',
  workingCopies: [lessonContract, mainLessonContract],
  // Comments are anchored to the sections of a lesson and their rows.
  commented: [{ event: lessonEvent, field: 'sections', sectionsOf: commentedSections }],
  worded: [
    wordedKind(lessonEvent, lessonTexts),
    wordedKind(mainLessonEvent, titledTexts),
    wordedKind(lessonTypeEvent, ({ title }) => [title]),
  ],
};

export function contentSources(): readonly PresentStateSource[] {
  return [
    entitySource('lesson_types', lessonTypeEvent, toLessonTypeState),
    entitySource('main_lessons', mainLessonEvent, toMainLessonState),
    entitySource('lessons', lessonEvent, toLessonState),
    ...itemSources(kinds),
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
  registerItemJobs(store, jobs, kinds, [lessons.scheduled, mainLessons.scheduled]);
  mountContentReleases(app, store, jobs, [mainLessons.scheduled, lessons.scheduled]);
  return { lessons, mainLessons, lessonTypes };
}

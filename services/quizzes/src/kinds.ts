import { type QuizContents, quizzes as quizContract, quizEvent } from '@khmer-learning/contracts';
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
import type { Connection } from 'mongoose';
import { quizPlaceJob } from './quizzes/quiz.content-sync.ts';
import { quizDeletionJob } from './quizzes/quiz.deletion.ts';
import { mountQuizzes } from './quizzes/quiz.items.ts';
import { toQuizState } from './quizzes/quiz.kind.ts';
import { quizTexts } from './quizzes/quiz-search-fields.ts';
import { quizReleaseSource } from './releases/quiz-release.model.ts';
import { quizReleaseJob, registerQuizReleases } from './releases/quiz-releases.ts';
import { quizResultsSource } from './results/publish-results.ts';

export const kinds: ServiceKinds = {
  service: 'quizzes',
  workingCopies: [quizContract],
  // Comments are anchored to the questions of a quiz.
  commented: [
    {
      event: quizEvent,
      field: 'questions',
      sectionsOf: (questions: QuizContents['questions']) =>
        questions.map(({ id, question }) => ({ id, text: question, contents: '', rows: [] })),
    },
  ],
  worded: [wordedKind(quizEvent, quizTexts)],
};

export function quizzesSources(connection: Connection): readonly PresentStateSource[] {
  return [
    entitySource('quizzes', quizEvent, toQuizState),
    ...itemSources(kinds),
    quizReleaseSource,
    quizResultsSource(connection),
  ];
}

/** Mounts the endpoints of all kinds, and registers their models and jobs. @param waitForLesson see `quizKind` */
export function mountKinds(
  app: FastifyInstance,
  store: ServiceContext,
  jobs: JobRunner,
  waitForLesson: Parameters<typeof mountQuizzes>[2],
) {
  const quizzes = mountQuizzes(app, store, waitForLesson);
  jobs.register(quizDeletionJob(store));
  jobs.register(quizPlaceJob(store));
  jobs.register(
    restorationJob(store, { definition: quizEvent, label: 'Quiz', revive: quizzes.writes.revive }),
  );
  registerItemJobs(store, jobs, kinds, [quizzes.scheduled]);
  registerQuizReleases(store.connection);
  jobs.register(quizReleaseJob(store, quizzes.scheduled));
  return { quizzes };
}

import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  authForgotPassword,
  type LessonProgress,
  learnerAnswers,
  learnerCourses,
  learnerLimits,
  learners,
  messages,
  type RequestOf,
  type User,
  usersDelete,
} from '@khmer-learning/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { message } from './messages/messages.ts';

const learnerKeys = queryKeys('learners', ['user']);
const courseKeys = queryKeys('learnerCourses', ['main-lesson', 'lesson', 'purchase']);
const answerKeys = queryKeys('learnerAnswers', ['quiz']);
const sessionKeys = queryKeys('learnerSessions', ['user']);
const noteKeys = queryKeys('learnerNotes', []);

export function useLearnerPage(query: NonNullable<RequestOf<typeof learners.list>['query']>) {
  return useApiQuery(learners.list, {
    queryKey: learnerKeys.list(query),
    request: { query },
    placeholderData: keepPreviousData,
  });
}

export function useLearner(id: number) {
  return useApiQuery(learners.get, { queryKey: learnerKeys.detail(id), request: { params: { id } } });
}

export function useFetchLearner() {
  const api = useApi();
  return (id: number) => api.call(learners.get, { params: { id } });
}

const latest = ({ openedAt, finishedAt }: LessonProgress) => finishedAt ?? openedAt ?? '';

/** The main lessons that a learner owns, or has lessons of that were used last. @param progress undefined while it loads */
export function useLearnerCourses(
  id: number,
  progress: readonly LessonProgress[] | undefined,
  limit: number,
) {
  const lessonIds = [...(progress ?? [])]
    .sort((one, other) => latest(other).localeCompare(latest(one)))
    .slice(0, learnerLimits.lessonsPerCall)
    .map(({ lessonId }) => lessonId)
    .join();
  const query = { ...(lessonIds === '' ? {} : { lessonIds }), limit, offset: 0 };
  return useApiQuery(learnerCourses, {
    queryKey: courseKeys.list({ id, ...query }),
    request: { params: { id }, query },
    placeholderData: keepPreviousData,
    enabled: progress !== undefined,
  });
}

export function useLearnerAnswers(id: number, limit: number) {
  const query = { limit, offset: 0 };
  return useApiQuery(learnerAnswers, {
    queryKey: answerKeys.list({ id, ...query }),
    request: { params: { id }, query },
    placeholderData: keepPreviousData,
  });
}

export function useLearnerSessions(id: number) {
  return useApiQuery(learners.sessions, { queryKey: sessionKeys.detail(id), request: { params: { id } } });
}

export function useLearnerNotes(id: number, limit: number) {
  const query = { limit, offset: 0 };
  return useApiQuery(learners.notes, {
    queryKey: noteKeys.list({ id, ...query }),
    request: { params: { id }, query },
    placeholderData: keepPreviousData,
  });
}

export function useAddNote(id: number, onAdded: () => void) {
  const api = useApi();
  return useApiMutation({
    call: (text: string) => api.call(learners.addNote, { params: { id }, body: { text } }),
    successMessage: message('learnerNotes.added'),
    failureMessage: message('learnerNotes.addFailed'),
    invalidates: [noteKeys.all],
    onSuccess: onAdded,
  });
}

export function useDeleteNote(id: number) {
  const api = useApi();
  return useApiMutation({
    call: (noteId: number) => api.call(learners.deleteNote, { params: { id, noteId } }),
    successMessage: (answer) => answer.message,
    failureMessage: message('learnerNotes.deleteFailed'),
    invalidates: [noteKeys.all],
  });
}

export function useSendPasswordLink() {
  const api = useApi();
  return useApiMutation({
    call: ({ email }: User) => api.call(authForgotPassword, { body: { email } }),
    successMessage: (answer) => answer.message,
    failureMessage: message('learner.sendPasswordFailed'),
  });
}

export function useDeleteLearner() {
  const api = useApi();
  return useApiMutation({
    call: (id: number) => api.call(usersDelete, { params: { id } }),
    successMessage: messages.user.deleted,
    failureMessage: message('learner.deleteFailed'),
    changes: ['user'],
  });
}

import {
  type EntityEvent,
  lessonEvent,
  lessonTypeEvent,
  lessonWorkingCopyEvent,
  mainLessonEvent,
  mainLessonWorkingCopyEvent,
  quizEvent,
  quizWorkingCopyEvent,
  type Recording,
  uploadedFileNamePattern,
  uploadedFileNamesIn,
} from '@khmer-learning/contracts';
import { isEventOf } from '@khmer-learning/service-kit';
import { typeFromFileName } from '../files/file-type.ts';

export const fileUsageEvents = [
  mainLessonEvent,
  lessonTypeEvent,
  lessonEvent,
  mainLessonWorkingCopyEvent,
  lessonWorkingCopyEvent,
  quizEvent,
  quizWorkingCopyEvent,
] as const;

/** Returns the names of the files that an entity uses after an event; none when it is deleted. */
export function usedFileNames(event: EntityEvent): string[] {
  return [...new Set(extractNames(event))].filter(isFileName);
}

function extractNames(event: EntityEvent): string[] {
  if (event.state === null) return [];
  if (isEventOf(mainLessonWorkingCopyEvent, event)) return namesInMainLesson(event.state?.contents);
  if (isEventOf(lessonWorkingCopyEvent, event)) return namesInLesson(event.state?.contents);
  if (isEventOf(mainLessonEvent, event)) return namesInMainLesson(event.state);
  if (isEventOf(lessonTypeEvent, event)) return event.state?.iconMode === 'file' ? [event.state.icon] : [];
  if (isEventOf(lessonEvent, event)) return namesInLesson(event.state);
  if (isEventOf(quizEvent, event)) return recordingNamesIn(event.state?.questions);
  if (isEventOf(quizWorkingCopyEvent, event))
    return recordingNamesIn(Object(event.state?.contents).questions);
  return [];
}

function namesInMainLesson(contents: { readonly imageCover?: unknown } | null = {}): string[] {
  return [String(contents?.imageCover ?? '')];
}

function namesInLesson(
  contents: { readonly image?: unknown; readonly sections?: unknown } | null = {},
): string[] {
  return [
    String(contents?.image ?? ''),
    ...uploadedFileNamesIn(JSON.stringify(contents)),
    ...recordingNamesIn(contents?.sections),
  ];
}

/** The files of the recordings of sections or questions, stale ones included. */
function recordingNamesIn(items: unknown): string[] {
  const list = Array.isArray(items) ? (items as readonly { recordings?: readonly Recording[] }[]) : [];
  return list.flatMap(({ recordings = [] }) => recordings.map(({ file }) => file));
}

/** Whether a name is that of a stored file: a lesson's `image` is mostly its type's title. */
function isFileName(name: string): boolean {
  return uploadedFileNamePattern.test(name) && typeFromFileName(name) !== undefined;
}

import {
  type EntityEvent,
  lessonEvent,
  lessonTypeEvent,
  lessonWorkingCopyEvent,
  mainLessonEvent,
  mainLessonWorkingCopyEvent,
  uploadedFileNamePattern,
  uploadedFileNamesIn,
} from '@khmer-learning/contracts';
import { isEventOf } from '@khmer-learning/service-kit';
import { typeFromFileName } from '../images/file-type.ts';

/** The kinds of entities that use files. */
export const fileUsageEvents = [
  mainLessonEvent,
  lessonTypeEvent,
  lessonEvent,
  mainLessonWorkingCopyEvent,
  lessonWorkingCopyEvent,
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
  return [];
}

function namesInMainLesson(contents: { readonly imageCover?: unknown } | null = {}): string[] {
  return [String(contents?.imageCover ?? '')];
}

function namesInLesson(contents: { readonly image?: unknown } | null = {}): string[] {
  return [String(contents?.image ?? ''), ...uploadedFileNamesIn(JSON.stringify(contents))];
}

/** Whether a name is that of a picture file: a lesson's `image` is mostly its type's title. */
function isFileName(name: string): boolean {
  return uploadedFileNamePattern.test(name) && typeFromFileName(name) !== undefined;
}

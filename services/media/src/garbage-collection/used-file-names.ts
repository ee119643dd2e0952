import {
  type EntityEvent,
  lessonEvent,
  lessonTypeEvent,
  mainLessonEvent,
  uploadedFileNamePattern,
  uploadedFileNamesIn,
} from '@khmer-learning/contracts';
import { isEventOf } from '@khmer-learning/service-kit';
import { typeFromFileName } from '../images/file-type.ts';

/** The kinds of entities that use files. */
export const fileUsageEvents = [mainLessonEvent, lessonTypeEvent, lessonEvent] as const;

/** Returns the names of the files that an entity uses after an event; none when it is deleted. */
export function usedFileNames(event: EntityEvent): string[] {
  return [...new Set(extractNames(event))].filter(isFileName);
}

function extractNames(event: EntityEvent): string[] {
  if (event.state === null) return [];
  if (isEventOf(mainLessonEvent, event)) return [event.state?.imageCover ?? ''];
  if (isEventOf(lessonTypeEvent, event)) return event.state?.iconMode === 'file' ? [event.state.icon] : [];
  if (isEventOf(lessonEvent, event))
    return [event.state?.image ?? '', ...uploadedFileNamesIn(JSON.stringify(event.state))];
  return [];
}

/** Whether a name is that of a picture file: a lesson's `image` is mostly its type's title. */
function isFileName(name: string): boolean {
  return uploadedFileNamePattern.test(name) && typeFromFileName(name) !== undefined;
}

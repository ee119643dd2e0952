import {
  type EntityEvent,
  lessonEvent,
  lessonTypeEvent,
  mainLessonEvent,
  uploadedFileNamePattern,
} from '@khmer-learning/contracts';
import { isEventOf } from '@khmer-learning/service-kit';
import { typeFromFileName } from '../images/file-type.ts';

/** The kinds of entities that use files. */
export const fileUsageEvents = [mainLessonEvent, lessonTypeEvent, lessonEvent] as const;

/** `/uploads/<name>` wherever it stands: html, operations, plain text. */
const uploadUrlPattern = /\/uploads\/([A-Za-z0-9][A-Za-z0-9._-]{0,199})/g;

/** The names of the files that an entity uses after a change; none once it is deleted. */
export function usedFileNames(event: EntityEvent): string[] {
  return [...new Set(extractNames(event))].filter(isFileName);
}

function extractNames(event: EntityEvent): string[] {
  if (event.state === null) return [];
  if (isEventOf(mainLessonEvent, event)) return [event.state?.imageCover ?? ''];
  if (isEventOf(lessonTypeEvent, event)) return event.state?.iconMode === 'file' ? [event.state.icon] : [];
  if (isEventOf(lessonEvent, event)) {
    const addresses = JSON.stringify(event.state).matchAll(uploadUrlPattern);
    // A sentence may end right after an address.
    return [event.state?.image ?? '', ...[...addresses].map(([, name = '']) => name.replace(/[._-]+$/, ''))];
  }
  return [];
}

/** Only names with a picture's ending: a lesson's `image` is mostly its type's title. */
function isFileName(name: string): boolean {
  return uploadedFileNamePattern.test(name) && typeFromFileName(name) !== undefined;
}

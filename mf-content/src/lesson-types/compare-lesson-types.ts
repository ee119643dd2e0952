import type { ComparedField, VersionComparison } from '@khmer-learning/console-sdk';
import { type LessonType, uploadUrl } from '@khmer-learning/contracts';
import type { LessonTypePayload } from './lesson-types.api.ts';

type Icon = Pick<LessonTypePayload, 'icon' | 'iconMode'>;

const iconModeLabel = ({ iconMode }: Icon) => (iconMode === 'file' ? 'Image' : 'Text or emoji');

function compareIcons(theirs: Icon, yours: Icon): ComparedField[] {
  if (theirs.iconMode !== yours.iconMode) {
    return [{ label: 'Icon', theirs: iconModeLabel(theirs), yours: iconModeLabel(yours) }];
  }
  if (theirs.iconMode !== 'file') return [{ label: 'Icon', theirs: theirs.icon, yours: yours.icon }];
  return [{ label: 'Icon', theirs: uploadUrl(theirs.icon), yours: uploadUrl(yours.icon), isPicture: true }];
}

/** Compares the stored lesson type with the one that could not be saved because of a version conflict. */
export function compareLessonTypes(theirs: LessonType, yours: LessonTypePayload): VersionComparison {
  return {
    version: theirs.version,
    fields: [...compareIcons(theirs, yours), { label: 'Title', theirs: theirs.title, yours: yours.title }],
  };
}

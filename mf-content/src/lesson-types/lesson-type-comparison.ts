import type { ComparedField, VersionComparison } from '@khmer-learning/console-sdk';
import { type LessonType, uploadUrl } from '@khmer-learning/contracts';
import type { LessonTypeChanges } from './lesson-types.api.ts';

type Icon = Pick<LessonTypeChanges, 'icon' | 'iconMode'>;

const iconKind = ({ iconMode }: Icon) => (iconMode === 'file' ? 'An image' : 'Text or an emoji');

function iconFields(theirs: Icon, yours: Icon): ComparedField[] {
  if (theirs.iconMode !== yours.iconMode) {
    return [{ label: 'Icon', theirs: iconKind(theirs), yours: iconKind(yours) }];
  }
  if (theirs.iconMode !== 'file') return [{ label: 'Icon', theirs: theirs.icon, yours: yours.icon }];
  return [{ label: 'Icon', theirs: uploadUrl(theirs.icon), yours: uploadUrl(yours.icon), isPicture: true }];
}

/** A lesson type as it is stored beside one that was to be saved. */
export function compareLessonTypes(theirs: LessonType, yours: LessonTypeChanges): VersionComparison {
  return {
    version: theirs.version,
    fields: [...iconFields(theirs, yours), { label: 'Title', theirs: theirs.title, yours: yours.title }],
  };
}

import type { ComparedField, MergeShape } from '@khmer-learning/console-kit';
import { type LessonType, uploadUrl } from '@khmer-learning/contracts';

type ComparedLessonType = Pick<LessonType, 'title' | 'icon'> & {
  readonly iconMode?: LessonType['iconMode'] | undefined;
};

const iconModeLabel = ({ iconMode }: ComparedLessonType) => (iconMode === 'file' ? 'Image' : 'Text or emoji');

function compareIcons(theirs: ComparedLessonType, yours: ComparedLessonType): ComparedField {
  if (theirs.iconMode !== yours.iconMode) {
    return { label: 'Icon', theirs: iconModeLabel(theirs), yours: iconModeLabel(yours) };
  }
  if (theirs.iconMode !== 'file') return { label: 'Icon', theirs: theirs.icon, yours: yours.icon };
  return { label: 'Icon', theirs: uploadUrl(theirs.icon), yours: uploadUrl(yours.icon), isPicture: true };
}

/** The parts of a lesson type as they are merged: an icon belongs to its mode. */
export interface LessonTypeParts {
  readonly icon: Pick<LessonType, 'icon' | 'iconMode'>;
  readonly title: string;
}

/** The parts of a lesson type. */
export const lessonTypeParts = ({
  title,
  icon,
  iconMode,
}: Pick<LessonType, 'title' | 'icon' | 'iconMode'>): LessonTypeParts => ({ title, icon: { icon, iconMode } });

/** How two versions of a lesson type are merged. */
export const lessonTypeShape: MergeShape = {
  kind: 'record',
  fields: {
    icon: {
      kind: 'value',
      label: 'Icon',
      format: ({ icon, iconMode }: LessonTypeParts['icon']) => (iconMode === 'file' ? `Image ${icon}` : icon),
    },
    title: { kind: 'value', label: 'Title', format: String },
  },
};

/** Compares two versions of a lesson type. */
export function compareLessonTypes(theirs: ComparedLessonType, yours: ComparedLessonType): ComparedField[] {
  return [compareIcons(theirs, yours), { label: 'Title', theirs: theirs.title, yours: yours.title }];
}

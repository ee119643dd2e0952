import type { ComparedField, MergeShape } from '@khmer-learning/console-kit';
import { type LessonType, uploadUrl } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';

type ComparedLessonType = Pick<LessonType, 'title' | 'icon'> & {
  readonly iconMode?: LessonType['iconMode'] | undefined;
};

const iconModeLabel = ({ iconMode }: ComparedLessonType) =>
  message(iconMode === 'file' ? 'iconField.imageMode' : 'iconField.textMode');

function compareIcons(theirs: ComparedLessonType, yours: ComparedLessonType): ComparedField {
  const label = message('field.icon');
  if (theirs.iconMode !== yours.iconMode) {
    return { label, theirs: iconModeLabel(theirs), yours: iconModeLabel(yours) };
  }
  if (theirs.iconMode !== 'file') return { label, theirs: theirs.icon, yours: yours.icon };
  return { label, theirs: uploadUrl(theirs.icon), yours: uploadUrl(yours.icon), isPicture: true };
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
export const lessonTypeShape = (): MergeShape => ({
  kind: 'record',
  fields: {
    icon: {
      kind: 'value',
      label: message('field.icon'),
      format: ({ icon, iconMode }: LessonTypeParts['icon']) =>
        iconMode === 'file' ? message('iconField.image', { name: icon }) : icon,
    },
    title: { kind: 'value', label: message('field.title'), format: String },
  },
});

/** Compares two versions of a lesson type. */
export function compareLessonTypes(theirs: ComparedLessonType, yours: ComparedLessonType): ComparedField[] {
  return [
    compareIcons(theirs, yours),
    { label: message('field.title'), theirs: theirs.title, yours: yours.title },
  ];
}

import { useFormContext } from '@khmer-learning/console-kit';
import {
  CircleAlertIcon,
  color,
  currentLanguage,
  fontSize,
  fontWeight,
  langProps,
  radius,
  space,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { useFormState, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';

const List = styled.ol`margin: 0; padding: ${space(0.5)}; list-style: none;`;

const Item = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  width: 100%;
  padding: ${space(2)};
  border: 0;
  border-left: 3px solid transparent;
  border-radius: ${radius.medium};
  background: transparent;
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;
  &:lang(km) { line-height: 1.9; }
  &:hover { background: ${color('surfaceHover')}; color: ${color('text')}; }
  &[aria-current] {
    border-left-color: ${color('accent')};
    background: ${color('surfaceSelected')};
    color: ${color('text')};
    font-weight: ${fontWeight.semibold};
  }
  & > span { flex: 1 1 0; min-width: 0; }
  & > svg { flex: none; width: 1rem; height: 1rem; color: ${color('dangerText')}; }
`;

interface OutlinedLesson {
  sections: { title: string }[];
}

interface LessonOutlineProps {
  /** 0 for the general fields, then the sections. */
  current: number;
  onJump: (place: number) => void;
}

/** The parts of the lesson form: the general fields, and each section by its number and title. */
export function LessonOutline({ current, onJump }: LessonOutlineProps) {
  const t = useMessages();
  const { control } = useFormContext<OutlinedLesson>();
  // Compared by value, so that typing in a text does not render the outline.
  const titles = useWatch({
    control,
    name: 'sections',
    compute: (sections) => sections.map(({ title }) => title),
  });
  const { errors } = useFormState({ control });
  const places = [
    { name: t('lessonOutline.general'), invalid: Object.keys(errors).some((name) => name !== 'sections') },
    ...titles.map((title, index) => ({
      name:
        title === ''
          ? t('lessonOutline.untitled', { number: index + 1 })
          : t('lessonOutline.section', { number: index + 1, title }),
      invalid: errors.sections?.[index] !== undefined,
    })),
  ];
  // Places have no id: the outline has no state to keep when sections move.
  const renderPlace = ({ name, invalid }: (typeof places)[number], place: number) => (
    <li key={`place ${place + 1}`}>
      <Item
        type="button"
        {...(place === current ? { 'aria-current': 'location' } : {})}
        {...langProps(name)}
        onClick={() => onJump(place)}
      >
        <span>{name}</span>
        {invalid ? (
          <>
            <CircleAlertIcon aria-hidden="true" />
            <VisuallyHidden lang={currentLanguage()}>{t('lessonOutline.hasErrors')}</VisuallyHidden>
          </>
        ) : null}
      </Item>
    </li>
  );
  return (
    <nav aria-label={t('lessonOutline.label')}>
      <List>{places.map(renderPlace)}</List>
    </nav>
  );
}

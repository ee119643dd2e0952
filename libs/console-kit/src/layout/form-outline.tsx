import {
  CircleAlertIcon,
  color,
  currentLanguage,
  fontSize,
  fontWeight,
  langProps,
  radius,
  space,
  Text,
  useScreen,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';

/** The narrowest screen with space for the outline beside the fields. */
const outlineScreen = '(min-width: 80rem)';

/* The dialog limits its content to 60rem; this uses all of it. Head and foot take about 11rem of the height. */
const Columns = styled.div`
  --columns-width: min(100vw - 4rem - var(--kl-side-panel, 0rem), 112rem);
  --columns-height: calc(100dvh - 13rem);
  @media ${outlineScreen} {
    display: grid;
    grid-template-columns: 13rem minmax(0, 60rem);
    justify-content: center;
    align-items: start;
    gap: ${space(6)};
    margin-inline: calc((60rem - var(--columns-width)) / 2);
    &[data-aside] { grid-template-columns: 13rem minmax(0, 1.6fr) minmax(0, 1fr); }
    /* A panel beside the form takes the place of what is beside its fields. */
    [data-body]:has([data-side-panel]) & { grid-template-columns: 13rem minmax(0, 60rem); }
    [data-body]:has([data-side-panel]) &[data-aside] > :last-child { display: none; }
  }
`;

const Fields = styled.div`min-width: 0;`;

const Aside = styled.div`
  position: sticky;
  top: 0;
  min-width: 0;
  max-height: var(--columns-height);
  overflow-y: auto;
  overscroll-behavior: contain;
`;

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

const Name = styled.span`display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden;`;

/** A place of a form in its outline. */
export interface OutlinePlace {
  /** `2. Key words`. At most three lines of it are shown. */
  readonly name: string;
  /** Below the name, on a line of its own. */
  readonly detail?: string;
  readonly invalid: boolean;
}

export interface FormOutlineProps {
  /** What the places are: `Sections`. */
  label: string;
  places: readonly OutlinePlace[];
  current: number;
  onJump: (place: number) => void;
}

/** The places of a form, as buttons that jump to them. */
export function FormOutline({ label, places, current, onJump }: FormOutlineProps) {
  const t = useMessages();
  // Places have no id: the outline has no state to keep when they move.
  const renderPlace = ({ name, detail, invalid }: OutlinePlace, place: number) => (
    <li key={`place ${place + 1}`}>
      <Item
        type="button"
        {...(place === current ? { 'aria-current': 'location' } : {})}
        {...langProps(name)}
        onClick={() => onJump(place)}
      >
        <span>
          <Name>{name}</Name>
          {detail === undefined ? null : (
            <Text as="span" size="tiny" muted lines={1}>
              {detail}
            </Text>
          )}
        </span>
        {invalid ? (
          <>
            <CircleAlertIcon aria-hidden="true" />
            <VisuallyHidden lang={currentLanguage()}>{t('formOutline.hasErrors')}</VisuallyHidden>
          </>
        ) : null}
      </Item>
    </li>
  );
  return (
    <nav aria-label={label}>
      <List>{places.map(renderPlace)}</List>
    </nav>
  );
}

export interface OutlinedFormProps {
  outline: (place: Pick<FormOutlineProps, 'current' | 'onJump'>) => ReactNode;
  /** Before the form scrolls to a place, to open it. */
  onJump?: (place: number) => void;
  /** What is beside the fields, by the index of the place that is edited. It needs a screen of 88rem. */
  aside?: ((current: number) => ReactNode) | undefined;
  /** The fields. Each place is an element with `data-form-place`. */
  children: ReactNode;
}

/** On a wide screen, a form with the outline of its places. The fields keep their element, and so their state, at every width. */
export function OutlinedForm({ outline, onJump, aside, children }: OutlinedFormProps) {
  const hasOutline = useScreen(outlineScreen);
  const fields = useRef<HTMLDivElement>(null);
  const current = useCurrentPlace(fields, hasOutline);
  const jump = (place: number) => {
    onJump?.(place);
    jumpTo(fields.current, place);
  };
  return (
    <Columns {...(aside ? { 'data-aside': '' } : {})}>
      {hasOutline ? <Aside>{outline({ current, onJump: jump })}</Aside> : null}
      <Fields ref={fields}>{children}</Fields>
      {aside ? <Aside>{aside(current)}</Aside> : null}
    </Columns>
  );
}

const placesOf = (fields: HTMLElement | null): HTMLElement[] => [
  ...(fields?.querySelectorAll<HTMLElement>('[data-form-place]') ?? []),
];

/** Scrolls to a place, without an animation, and focuses its first field. */
function jumpTo(fields: HTMLElement | null, index: number): void {
  const place = placesOf(fields)[index];
  place?.scrollIntoView({ block: 'start' });
  place
    ?.querySelector<HTMLElement>(':is(input, textarea, [role="combobox"]):not(:disabled)')
    ?.focus({ preventScroll: true });
}

/** The index of the place that is edited: the one with the visible focus, or else in the upper third of what is visible. */
function useCurrentPlace(fields: RefObject<HTMLDivElement | null>, enabled: boolean): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const scroller = fields.current?.closest('[data-body]');
    if (!enabled || !scroller) return undefined;
    const update = () => setCurrent(findCurrentPlace(placesOf(fields.current), scroller));
    scroller.addEventListener('scroll', update, { passive: true });
    scroller.addEventListener('focusin', update);
    update();
    return () => {
      scroller.removeEventListener('scroll', update);
      scroller.removeEventListener('focusin', update);
    };
  }, [fields, enabled]);
  return current;
}

function findCurrentPlace(places: readonly HTMLElement[], scroller: Element): number {
  const view = scroller.getBoundingClientRect();
  const focused = document.activeElement;
  const focusedPlace = places.findIndex((place) => place.contains(focused));
  if (focusedPlace >= 0 && focused) {
    const { top, bottom } = focused.getBoundingClientRect();
    if (bottom >= view.top && top <= view.bottom) return focusedPlace;
  }
  const line = view.top + view.height / 3;
  return Math.max(
    0,
    places.findLastIndex((place) => place.getBoundingClientRect().top <= line),
  );
}

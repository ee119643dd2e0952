import { type ComponentProps, type MouseEvent, type ReactNode, type RefObject, useRef } from 'react';
import styled from 'styled-components';
import { useShortcuts } from '../foundation/shortcuts.ts';

/** What a click on a row or card opens. */
export interface RowOpening {
  /** Opens the item on this page. */
  onOpen: () => void;
  /** The item's address, for new tabs. Undefined for an item without one. */
  href?: string | undefined;
}

const rowSelector = '[data-row]';
const linkSelector = '[data-row-link]';
const interactive =
  'a, button, input, select, textarea, label, summary, [tabindex], [contenteditable], [role="button"]';

/** The link of the row; null for a click that is not the row's own, such as one on a checkbox or the end of a selection. */
function linkOfClick({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>) {
  // React also sends the events of menus and dialogs that the row renders elsewhere in the page.
  if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return null;
  const control = target.closest(interactive);
  const link = currentTarget.querySelector<HTMLElement>(linkSelector);
  if (control !== null && control !== link && currentTarget.contains(control)) return null;
  const selection = window.getSelection();
  const isSelecting = selection?.isCollapsed === false && currentTarget.contains(selection.anchorNode);
  return isSelecting ? null : link;
}

/**
 * Props of a row or card with a `RowLink` that opens its item by a click anywhere but on its controls; with Ctrl, Meta, Shift or the
 * middle button in a new tab. Selecting text opens nothing.
 */
export function openableRowProps({ onOpen, href }: RowOpening) {
  const openElsewhere = (event: MouseEvent<HTMLElement>, link: HTMLElement) => {
    // The browser follows the link itself.
    if (href === undefined || (event.target instanceof Node && link.contains(event.target))) return;
    window.open(href, '_blank', 'noopener');
  };
  return {
    'data-row': '',
    onClick: (event: MouseEvent<HTMLElement>) => {
      const link = linkOfClick(event);
      if (link === null) {
        // The end of a selection inside the link does not follow it.
        if (event.target instanceof Element && event.target.closest(linkSelector)) event.preventDefault();
        return;
      }
      if (href !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) {
        openElsewhere(event, link);
        return;
      }
      event.preventDefault();
      // The keys continue at this row, and a dialog returns focus to it.
      link.focus({ preventScroll: true });
      onOpen();
    },
    onAuxClick: (event: MouseEvent<HTMLElement>) => {
      const link = event.button === 1 ? linkOfClick(event) : null;
      if (link !== null) openElsewhere(event, link);
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      // A middle click does not begin to scroll.
      if (event.button === 1 && href !== undefined && linkOfClick(event) !== null) event.preventDefault();
    },
  } satisfies ComponentProps<'div'> & { 'data-row': string };
}

const Link = styled.a`
  display: block;
  width: 100%;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: inherit;
  text-decoration: none;
  cursor: pointer;
  scroll-margin-block: 6rem;
  /* Text in it can be selected. */
  user-select: text;
  -webkit-user-drag: none;

  &:hover { text-decoration: underline; text-underline-offset: 3px; }
`;

/** The name of a row that opens: a link to its item, or a button if it has no address. Enter opens it. */
export function RowLink({ href, children }: { href?: string | undefined; children: ReactNode }) {
  const props = { 'data-row-link': '', draggable: false };
  return href === undefined ? (
    <Link as="button" type="button" {...props}>
      {children}
    </Link>
  ) : (
    <Link href={href} {...props}>
      {children}
    </Link>
  );
}

/** Moves focus from a search to the first row, once that is fetched, unless it leaves the search. @returns stops waiting */
export function focusFirstRow(search: HTMLElement): () => void {
  const root = search.closest('[role="dialog"]') ?? document.body;
  const observer = new MutationObserver(() => move());
  const stop = () => observer.disconnect();
  const move = () => {
    const isWaiting = document.activeElement === search;
    const row = root.querySelector(rowSelector);
    if (isWaiting && (row === null || row.closest('[aria-busy="true"]') !== null)) return;
    stop();
    if (isWaiting) row?.querySelector<HTMLElement>(linkSelector)?.focus();
  };
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
  move();
  return stop;
}

/** Moves focus between rows with `j` and `k`, and with the arrow keys from a row. @returns the ref of what contains the rows */
export function useRowKeys<Container extends HTMLElement>(): RefObject<Container | null> {
  const container = useRef<Container>(null);
  const move = (step: 1 | -1) => {
    const rows = [...(container.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])];
    const current = rows.findIndex((row) => row.contains(document.activeElement));
    // Without a focused row, the first key focuses the first one.
    const next = current === -1 ? rows[0] : rows[current + step];
    next?.querySelector<HTMLElement>(linkSelector)?.focus();
    return rows.length > 0;
  };
  // Elsewhere, the arrow keys scroll the page.
  const moveFromLink = (step: 1 | -1) => {
    const { activeElement } = document;
    const isLink = activeElement?.matches(linkSelector) && container.current?.contains(activeElement);
    return isLink ? move(step) : false;
  };
  useShortcuts(container, {
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => moveFromLink(1),
    ArrowUp: () => moveFromLink(-1),
  });
  return container;
}

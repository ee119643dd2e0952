import { findText, type TextMatch } from '@khmer-learning/khmer-text';

/** Which of the matches of an element's text it is, and its place if the element is an input. */
interface MarkedMatch extends TextMatch {
  readonly ordinal: number;
}

const highlightName = 'found';
const isInput = (element: HTMLElement) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null;

export function clearMark(): void {
  for (const marked of document.querySelectorAll('[data-found]')) marked.removeAttribute('data-found');
  globalThis.CSS?.highlights?.delete(highlightName);
}

/** Scrolls to a match and marks it, without moving the focus. */
export function markMatch(element: HTMLElement, query: string, match: MarkedMatch): void {
  const range = isInput(element) ? null : rangeOf(element, query, match.ordinal);
  const target = range?.startContainer.parentElement ?? element;
  target.scrollIntoView?.({ block: 'center' });
  element.setAttribute('data-found', '');
  if (range !== null && globalThis.CSS?.highlights) CSS.highlights.set(highlightName, new Highlight(range));
}

export function selectMatch(element: HTMLElement, query: string, match: MarkedMatch): void {
  element.focus();
  const input = isInput(element);
  if (input !== null) {
    input.setSelectionRange(match.start, match.end);
    return;
  }
  const range = rangeOf(element, query, match.ordinal);
  if (range === null) return;
  getSelection()?.setBaseAndExtent(
    range.startContainer,
    range.startOffset,
    range.endContainer,
    range.endOffset,
  );
}

const blockSelector = 'p, li, h1, h2, h3, h4, h5, h6, blockquote, pre';

/** The place of the match with this ordinal in an element's text, whose blocks are lines; the last one if it has fewer. */
function rangeOf(element: HTMLElement, query: string, ordinal: number): Range | null {
  const ranges = [...linesOf(element)].flatMap((nodes) => {
    const text = nodes.map(({ data }) => data).join('');
    return findText(text, query).map(({ start, end }) => {
      const range = document.createRange();
      range.setStart(...positionIn(nodes, start));
      range.setEnd(...positionIn(nodes, end));
      return range;
    });
  });
  return ranges[ordinal] ?? ranges.at(-1) ?? null;
}

function linesOf(element: HTMLElement): Iterable<Text[]> {
  const lines = new Map<Element, Text[]>();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const block = node.parentElement?.closest(blockSelector) ?? element;
    lines.set(block, [...(lines.get(block) ?? []), node]);
  }
  return lines.values();
}

function positionIn(nodes: readonly Text[], offset: number): [Text, number] {
  let rest = offset;
  for (const node of nodes) {
    if (rest <= node.length) return [node, rest];
    rest -= node.length;
  }
  throw new RangeError('The offset is outside of the text');
}

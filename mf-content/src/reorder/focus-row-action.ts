/** The buttons of a row, by `data-action`, that take the focus after it was moved: the one pressed, or its opposite. */
export function focusOrderAfterMove(from: number, to: number): readonly string[] {
  return to < from ? ['up', 'down'] : ['down', 'up'];
}

/** Gives the focus to the first of these elements in a row, by `data-action`, that can have it. */
export function focusRowAction(row: Element | null | undefined, actions: readonly string[]): void {
  const targets = actions.map((action) =>
    row?.querySelector<HTMLElement>(`[data-action="${action}"]:not(:disabled)`),
  );
  targets.find((target) => target)?.focus();
}

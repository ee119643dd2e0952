/** The `data-action` values to focus after a move: the pressed button, or the opposite one if that is disabled. */
export function focusOrderAfterMove(from: number, to: number): readonly string[] {
  return to < from ? ['up', 'down'] : ['down', 'up'];
}

/** Focuses the first enabled element in the row whose `data-action` is in `actions`. */
export function focusRowAction(row: Element | null | undefined, actions: readonly string[]): void {
  const targets = actions.map((action) =>
    row?.querySelector<HTMLElement>(`[data-action="${action}"]:not(:disabled)`),
  );
  targets.find((target) => target)?.focus();
}

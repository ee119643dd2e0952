/** The part of jest-axe the tests use; it brings no types of its own. */
declare module 'jest-axe' {
  export function axe(
    element: Element,
    options: { rules: Record<string, { enabled: boolean }> },
  ): Promise<{
    violations: { id: string; help: string; nodes: { html: string }[] }[];
  }>;
}

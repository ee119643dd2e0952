import type { ComponentType } from 'react';

/** Texts of a component that users or their data fill. A component with one of these props shows long and Khmer text. */
type TextProp = 'title' | 'options' | 'columns' | 'tabs' | 'items' | 'itemName';

type StateOfProps<Props> =
  | {
      [State in 'loading' | 'disabled' | 'error' | 'empty']: State extends keyof Props ? State : never;
    }['loading' | 'disabled' | 'error' | 'empty']
  | (Pick<Props, TextProp & keyof Props> extends infer Texts
      ? Record<never, never> extends Texts
        ? never
        : 'long text' | 'Khmer text'
      : never);

type StateOf<Component> = Component extends (props: infer Props) => unknown ? StateOfProps<Props> : never;

/** One live example. */
export type Example = ComponentType;

/** What the catalogue shows about a component, or about several that are used together. */
export interface ComponentPage {
  /** The exports by name. The first names the page. */
  readonly components: Readonly<Record<string, unknown>>;
  /** What it is for, in a sentence. */
  readonly purpose: string;
  /** The examples by state, in the order of the page. */
  readonly examples: Readonly<Record<string, Example>>;
  /** What keys do; empty for what cannot be focused. */
  readonly keyboard: Readonly<Record<string, string>>;
  readonly dos: readonly string[];
  readonly donts: readonly string[];
}

/** Describes the page of one or more components. tsc reports a prop such as `loading` that no example shows. */
export function defineComponentPage<const Components extends Readonly<Record<string, unknown>>>(
  page: Omit<ComponentPage, 'components' | 'examples'> & {
    readonly components: Components;
    readonly examples: Readonly<Record<'default' | StateOf<Components[keyof Components]>, Example>> &
      Readonly<Record<string, Example>>;
  },
): ComponentPage {
  return page;
}

/** The name of a page: that of its first component. */
export const pageName = ({ components }: ComponentPage): string => Object.keys(components)[0] ?? '';

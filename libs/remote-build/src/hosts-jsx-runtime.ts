import { createElement, type ElementType, Fragment, type Key, type ReactNode } from 'react';

// Replaces React's JSX runtime in development builds of remotes. React's development runtime needs a development build
// of React, but a developer's remote may run in a production shell. `createElement` always comes from the host's React.

interface Props {
  readonly children?: ReactNode;
  readonly [name: string]: unknown;
}

const attributes = ({ children: _given, ...props }: Props, key: Key | undefined) =>
  key === undefined ? props : { ...props, key };

/** Creates an element with one child, or with an array of keyed children. */
export function jsx(type: ElementType, props: Props, key?: Key) {
  if (props.children === undefined) return createElement(type, attributes(props, key));
  return createElement(type, attributes(props, key), props.children);
}

/** Creates an element with several static children, which need no keys. */
export function jsxs(type: ElementType, props: Props, key?: Key) {
  const children = Array.isArray(props.children) ? props.children : [props.children];
  return createElement(type, attributes(props, key), ...children);
}

/** The function that compiled JSX calls in development. */
export function jsxDEV(type: ElementType, props: Props, key?: Key, isStatic?: boolean) {
  return (isStatic ? jsxs : jsx)(type, props, key);
}

export { Fragment };

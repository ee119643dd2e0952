import { createElement, type ElementType, Fragment, type Key, type ReactNode } from 'react';

// Development only, in remotes, instead of React's own: that one asks a development React for more than a production
// build has, and a developer's remote runs in whatever shell there is. `createElement` is always the host's.

interface Props {
  readonly children?: ReactNode;
  readonly [name: string]: unknown;
}

const attributes = ({ children: _given, ...props }: Props, key: Key | undefined) =>
  key === undefined ? props : { ...props, key };

/** An element with one child, or a list of them with keys. */
export function jsx(type: ElementType, props: Props, key?: Key) {
  if (props.children === undefined) return createElement(type, attributes(props, key));
  return createElement(type, attributes(props, key), props.children);
}

/** An element with several children as they were written, which need no keys. */
export function jsxs(type: ElementType, props: Props, key?: Key) {
  const children = Array.isArray(props.children) ? props.children : [props.children];
  return createElement(type, attributes(props, key), ...children);
}

/** What the compiler calls in development. */
export function jsxDEV(type: ElementType, props: Props, key?: Key, isStatic?: boolean) {
  return (isStatic ? jsxs : jsx)(type, props, key);
}

export { Fragment };

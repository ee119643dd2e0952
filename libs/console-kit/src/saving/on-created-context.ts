import { createContext } from 'react';

/** Called with the item that a form has created. The list's editor provides it to the form, whose save calls it. */
export const OnCreatedContext = createContext((_item: { readonly id: number }): void => {});

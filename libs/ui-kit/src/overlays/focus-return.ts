import { useRef } from 'react';

/**
 * Radix gives the focus back to the dialog's trigger, which ours do not have: whoever opens one sets `open`.
 * @returns `remember`, for `onOpenAutoFocus`, and `giveBack`, for `onCloseAutoFocus`
 */
export function useFocusReturn() {
  const origin = useRef<Element | null>(null);
  return {
    remember: () => {
      origin.current = document.activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      if (origin.current instanceof HTMLElement) origin.current.focus();
    },
  };
}

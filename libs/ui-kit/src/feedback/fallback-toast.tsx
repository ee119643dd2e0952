import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { langProps } from '../text/lang-props.ts';
import {
  ToastButton,
  ToastCard,
  ToastDescription,
  ToastText,
  ToastTitle,
  toastDurationMs,
  toastViewportStyle,
  useToastRoom,
} from './toast-card.ts';
import { type ActiveToast, toast } from './toast-store.ts';

const Corner = styled.div`${toastViewportStyle}`;

/** A plain toast without Radix, used when the toast chunk cannot be loaded. */
export function FallbackToast({ current }: { current: ActiveToast | null }) {
  const id = current?.id;
  const corner = useRef<HTMLDivElement>(null);
  useToastRoom(corner, id);
  const durationMs = toastDurationMs(current);
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => toast.dismiss(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs]);

  return (
    <Corner ref={corner} role="alert">
      {current === null ? null : (
        <ToastCard $tone={current.tone}>
          <ToastText>
            <ToastTitle {...langProps(current.title)}>{current.title}</ToastTitle>
            <ToastDescription {...langProps(current.description)}>{current.description}</ToastDescription>
          </ToastText>
          {current.action === undefined ? null : (
            <ToastButton
              type="button"
              onClick={() => {
                toast.dismiss(current.id);
                current.action?.onSelect();
              }}
            >
              {current.action.label}
            </ToastButton>
          )}
        </ToastCard>
      )}
    </Corner>
  );
}

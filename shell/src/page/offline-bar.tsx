import { NetworkError, useApi } from '@khmer-learning/console-sdk';
import { authSession } from '@khmer-learning/contracts';
import {
  bottomBarHeight,
  color,
  Inline,
  space,
  Text,
  TriangleAlertIcon,
  zIndex,
} from '@khmer-learning/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../console/messages/messages.ts';

const checkIntervalMs = 5_000;

type Line = 'up' | 'offline' | 'unreachable';

const texts = {
  offline: 'offlineBar.offline',
  unreachable: 'offlineBar.unreachable',
} as const;

/* The space for the bar below the page's content. */
const Slot = styled.div`height: ${bottomBarHeight};`;

/* Above dialogs. They end above the bar. */
const Bar = styled.div`
  position: fixed;
  inset: auto 0 0;
  z-index: ${zIndex.toast};
  padding: ${space(2)} ${space(4)};
  border-top: 1px solid ${color('border')};
  background: ${color('yellowSoft')};

  &:empty { display: none; }
`;

/** Says that the browser is offline or the server cannot be reached. When the line is back, what had failed is fetched again. */
export function OfflineBar() {
  const t = useMessages();
  const line = useLine();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    if (line === 'up' || bar.current === null) return undefined;
    const element = bar.current;
    const observer = new ResizeObserver(() =>
      style.setProperty('--kl-bottom-bar-height', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--kl-bottom-bar-height');
    };
  }, [line]);
  return (
    <Slot>
      {/* An open dialog hides the page from screen readers, except elements with `aria-live`. */}
      <Bar ref={bar} role="status" aria-live="polite">
        {line === 'up' ? null : (
          <Inline gap={2} wrap={false}>
            <TriangleAlertIcon size={16} style={{ flex: 'none' }} aria-hidden="true" />
            <Text as="span" size="small">
              {t.rich(texts[line], { b: (content) => <strong>{content}</strong> })}
            </Text>
          </Inline>
        )}
      </Bar>
    </Slot>
  );
}

/** The state of the connection. A call that got no answer counts only if the server does not answer now either. */
function useLine(): Line {
  const api = useApi();
  const queryClient = useQueryClient();
  const [line, setLine] = useState<Line>(navigator.onLine ? 'up' : 'offline');

  useEffect(() => {
    let isChecking = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUp = true;

    const check = async () => {
      if (isChecking) return;
      isChecking = true;
      clearTimeout(timer);
      const isAnswered = await api.callOrNull(authSession).then(
        () => true,
        (error: unknown) => !(error instanceof NetworkError),
      );
      isChecking = false;
      if (isStopped) return;
      if (isAnswered && navigator.onLine) recover();
      else lose();
    };
    const lose = () => {
      isUp = false;
      setLine(navigator.onLine ? 'unreachable' : 'offline');
      clearTimeout(timer);
      timer = setTimeout(() => void check(), checkIntervalMs);
    };
    const recover = () => {
      setLine('up');
      if (isUp) return;
      isUp = true;
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.error instanceof NetworkError,
      });
    };

    let isStopped = false;
    const onEvent = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
      if (type === 'updated' && action?.type === 'error' && action.error instanceof NetworkError)
        void check();
    };
    const unsubscribeFromQueries = queryClient.getQueryCache().subscribe(onEvent);
    const unsubscribeFromMutations = queryClient.getMutationCache().subscribe(onEvent);
    const onOnline = () => void check();
    window.addEventListener('offline', lose);
    window.addEventListener('online', onOnline);
    if (!navigator.onLine) lose();
    return () => {
      isStopped = true;
      clearTimeout(timer);
      unsubscribeFromQueries();
      unsubscribeFromMutations();
      window.removeEventListener('offline', lose);
      window.removeEventListener('online', onOnline);
    };
  }, [api, queryClient]);
  return line;
}

import { useApiQuery } from '@khmer-learning/console-kit';
import { userMessageOf, useSession } from '@khmer-learning/console-sdk';
import { notificationLimits, notificationsUnread } from '@khmer-learning/contracts';
import {
  BellIcon,
  color,
  fontSize,
  fontWeight,
  formatNumber,
  IconButton,
  radius,
  toast,
} from '@khmer-learning/ui-kit';
import { type ComponentType, useCallback, useState } from 'react';
import styled from 'styled-components';
import { useWhenIdle } from '../page/use-when-idle.ts';
import { notificationKeys } from './inbox-keys.ts';
import { useMessages } from './messages/messages.ts';

const Frame = styled.span`position: relative; display: inline-flex;`;
const Count = styled.span`
  position: absolute;
  top: 0;
  right: 0;
  min-width: 1.1rem;
  padding: 0 0.25rem;
  border-radius: ${radius.full};
  background: ${color('accent')};
  color: ${color('onAccent')};
  font-size: ${fontSize.tiny};
  font-weight: ${fontWeight.semibold};
  line-height: 1.1rem;
  text-align: center;
  pointer-events: none;
`;

const loadPanel = async () => (await import(/* webpackChunkName: "inbox" */ './inbox-panel.tsx')).InboxPanel;

/** The header's bell with the number of unread notifications. It asks again when the page gets the focus, a minute after the last time. */
export function Inbox() {
  const t = useMessages();
  const { user } = useSession();
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const [isIdle, setIdle] = useState(false);
  useWhenIdle(useCallback(() => setIdle(true), []));
  const { data } = useApiQuery(notificationsUnread, {
    queryKey: notificationKeys.unread(user.id),
    enabled: isIdle,
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });
  const unread = data?.unread ?? 0;
  const most = notificationLimits.counted;
  const open = () =>
    loadPanel().then(
      (loaded) => setPanel(() => loaded),
      (error: unknown) => toast.error(userMessageOf(error, t('inbox.loadFailed'))),
    );
  return (
    <Frame>
      <IconButton
        label={t('inbox.label', { count: unread })}
        tooltip={t('inbox.title')}
        icon={<BellIcon aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => void open()}
      />
      {unread === 0 ? null : (
        <Count aria-hidden="true">{unread > most ? `${formatNumber(most)}+` : formatNumber(unread)}</Count>
      )}
      {Panel === null ? null : <Panel onClose={() => setPanel(null)} />}
    </Frame>
  );
}

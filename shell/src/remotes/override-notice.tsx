import { Button, Callout, Inline, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../console/messages/messages.ts';
import { loadPage } from '../page/load-page.ts';
import { readRemoteUrlFlags, urlWithoutOverrides } from './remote-url-flags.ts';

export const NoticeSlot = styled.div`padding: ${space(4)} ${space(6)} 0;`;

/** Lists the remotes that are loaded from a developer's machine, with a button that removes the overrides. */
export function OverrideNotice() {
  const t = useMessages();
  const { overrides } = readRemoteUrlFlags();
  if (overrides.size === 0) return null;
  const list = [...overrides].map(([name, entry]) =>
    t('overrideNotice.remote', { remote: name, origin: new URL(entry).origin }),
  );
  return (
    <NoticeSlot>
      <Callout tone="warning">
        <Inline justify="between">
          {t('overrideNotice.text', { remotes: list.join(', ') })}
          <Button size="small" onClick={() => loadPage(urlWithoutOverrides())}>
            {t('overrideNotice.reset')}
          </Button>
        </Inline>
      </Callout>
    </NoticeSlot>
  );
}

import { Button, Callout, Inline, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { loadPage } from '../page/load-page.ts';
import { readRemoteUrlFlags, urlWithoutOverrides } from './remote-url-flags.ts';

const NoticeSlot = styled.div`padding: ${space(4)} ${space(6)} 0;`;

/** Lists the remotes that are loaded from a developer's machine, with a button that removes the overrides. */
export function OverrideNotice() {
  const { overrides } = readRemoteUrlFlags();
  if (overrides.size === 0) return null;
  const list = [...overrides].map(([name, entry]) => `${name} from ${new URL(entry).origin}`).join(', ');
  return (
    <NoticeSlot>
      <Callout tone="warning">
        <Inline justify="between">
          Development override: {list}
          <Button size="small" onClick={() => loadPage(urlWithoutOverrides())}>
            Reset
          </Button>
        </Inline>
      </Callout>
    </NoticeSlot>
  );
}

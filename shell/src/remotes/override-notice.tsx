import { Button, Callout, Inline, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { loadPage } from '../page/load-page.ts';
import { addressWithoutOverrides, remoteSwitches } from './remote-switches.ts';

const Place = styled.div`padding: ${space(4)} ${space(6)} 0;`;

/** Says which remotes come from a developer's machine, and lets go of them. */
export function OverrideNotice() {
  const { overrides } = remoteSwitches();
  if (overrides.size === 0) return null;
  const list = [...overrides].map(([name, entry]) => `${name} from ${new URL(entry).origin}`).join(', ');
  return (
    <Place>
      <Callout tone="warning">
        <Inline place="between">
          Under development: {list}
          <Button size="small" onClick={() => loadPage(addressWithoutOverrides())}>
            Reset
          </Button>
        </Inline>
      </Callout>
    </Place>
  );
}

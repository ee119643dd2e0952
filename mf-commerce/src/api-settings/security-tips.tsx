import { Card, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';

const List = styled.ul`display: grid; gap: ${space(2)}; padding-left: ${space(5)};`;

/** What keeps a key from harm. */
export function SecurityTips() {
  return (
    <Card title="Security Tips">
      <List>
        <li>
          Keep the key on your server where you can: whoever opens a web page or an app can find a key in it.
        </li>
        <li>Read it from the environment or a secret store. Never commit it.</li>
        <li>Use https outside your own machine.</li>
        <li>Regenerate it when it may have got out. The old key stops working everywhere within a second.</li>
        <li>Revoke keys that nobody uses: each shows when it was last used.</li>
        <li>A key may ask 600 times a minute. When the answer is 429, wait as long as Retry-After says.</li>
      </List>
    </Card>
  );
}

import { Card, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';

const List = styled.ul`display: grid; gap: ${space(2)}; padding-left: ${space(5)};`;

export function SecurityTips() {
  return (
    <Card title="Security Tips">
      <List>
        <li>
          Keep the key on your server if possible. Anyone who opens a web page or an app can extract a key
          from it.
        </li>
        <li>Read the key from an environment variable or a secret store. Never commit it.</li>
        <li>Always use HTTPS, except on your own machine.</li>
        <li>
          Regenerate the key if it may have been exposed. The old key stops working everywhere within a
          second.
        </li>
        <li>Revoke keys that are no longer used. Each key shows when it was last used.</li>
        <li>
          Each key allows 600 requests per minute. After a 429 response, wait for the time in the Retry-After
          header.
        </li>
      </List>
    </Card>
  );
}

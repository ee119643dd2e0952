import { Card, color, Inline, radius, Stack, space, Tabs, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { Code } from './code-style.ts';
import { CopyButton } from './copy-button.tsx';
import { maskKey } from './mask-key.ts';
import { publicApiUrl } from './public-api.ts';
import { type QuickStart, quickStarts } from './quick-starts.ts';

/* Long lines scroll; nothing in them can be pressed, so the box takes the focus for the keyboard's sake. */
const Program = styled.pre.attrs({ tabIndex: 0, role: 'region' })`
  margin: 0;
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};
  overflow-x: auto;

  & > code { overflow-wrap: normal; white-space: pre; }
`;

interface QuickStartsCardProps {
  /** The key to print; null when this browser keeps none. */
  apiKey: string | null;
  isRevealed: boolean;
}

/** First programs, ready to be pasted: what is copied holds the key, what is shown only when it is revealed. */
export function QuickStartsCard({ apiKey, isRevealed }: QuickStartsCardProps) {
  const [chosen, setChosen] = useState<QuickStart['id']>('web');
  const baseUrl = publicApiUrl();
  const key = apiKey ?? 'YOUR_API_KEY';
  const shownKey = apiKey === null || isRevealed ? key : maskKey(key);
  return (
    <Card title="Quick Start">
      <Tabs<QuickStart['id']>
        label="Quick start"
        value={chosen}
        onValueChange={setChosen}
        tabs={quickStarts.map(({ id, label, shows, print }) => ({
          value: id,
          label,
          content: (
            <Stack gap={2}>
              <Inline justify="between" wrap={false}>
                <Text size="small" muted>
                  {shows}
                </Text>
                <CopyButton what={`the ${label} quick start`} text={print({ baseUrl, apiKey: key })} />
              </Inline>
              <Program aria-label={`${label} quick start`}>
                <Code>{print({ baseUrl, apiKey: shownKey })}</Code>
              </Program>
            </Stack>
          ),
        }))}
      />
    </Card>
  );
}

import { Card, color, Inline, radius, Stack, space, Tabs, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { Code, CopyButton, maskApiKey } from './code-line.tsx';
import { publicApiUrl } from './public-api.ts';
import { type QuickStart, quickStarts } from './quick-starts.ts';

/* Long lines scroll. The block has no focusable elements, so it is focusable itself for scrolling by keyboard. */
const CodeBlock = styled.pre.attrs({ tabIndex: 0, role: 'region' })`
  margin: 0;
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};
  overflow-x: auto;

  & > code { overflow-wrap: normal; white-space: pre; }
`;

interface QuickStartsCardProps {
  /** The key to insert; null if this browser has none. */
  apiKey: string | null;
  isRevealed: boolean;
}

/** Sample programs. The copied code contains the key; the displayed code contains it only while it is revealed. */
export function QuickStartsCard({ apiKey, isRevealed }: QuickStartsCardProps) {
  const t = useMessages();
  const [selectedId, setSelectedId] = useState<QuickStart['id']>('web');
  const baseUrl = publicApiUrl();
  const key = apiKey ?? 'YOUR_API_KEY';
  const shownKey = apiKey === null || isRevealed ? key : maskApiKey(key);
  return (
    <Card title={t('quickStartsCard.title')}>
      <Tabs<QuickStart['id']>
        label={t('quickStartsCard.tabs')}
        value={selectedId}
        onValueChange={setSelectedId}
        tabs={quickStarts.map(({ id, label, description, renderCode }) => ({
          value: id,
          label: t(label),
          content: (
            <Stack gap={2}>
              <Inline justify="between" wrap={false}>
                <Text size="small" muted>
                  {t(description)}
                </Text>
                <CopyButton
                  contentLabel={t('quickStartsCard.theCode', { kind: t(label) })}
                  text={renderCode({ baseUrl, apiKey: key })}
                />
              </Inline>
              <CodeBlock aria-label={t('quickStartsCard.code', { kind: t(label) })}>
                <Code>{renderCode({ baseUrl, apiKey: shownKey })}</Code>
              </CodeBlock>
            </Stack>
          ),
        }))}
      />
    </Card>
  );
}

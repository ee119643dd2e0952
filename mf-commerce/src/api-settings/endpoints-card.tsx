import { Badge, Card, color, Inline, Stack, space, Text, TextLink } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { Code, CodeLine, CopyButton } from './code-line.tsx';
import { apiDocumentation, popularEndpoints, publicApiUrl } from './public-api.ts';

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  & > li {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    padding: ${space(2)} 0;
    border-top: 1px solid ${color('border')};
  }
  & > li:first-child { border-top: 0; }
`;

/* On narrow screens, the description wraps below the path. */
const EndpointTexts = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr));
  gap: 0 ${space(3)};
  align-items: center;
  min-width: 0;
`;

const Method = styled.span`display: inline-flex; flex: none; justify-content: center; width: 3.25rem;`;

export function EndpointsCard() {
  const t = useMessages();
  const baseUrl = publicApiUrl();
  return (
    <Card title={t('endpointsCard.title')}>
      <Stack gap={5}>
        <CodeLine>
          <Code>{baseUrl}</Code>
          <CopyButton contentLabel={t('endpointsCard.baseUrl')} text={baseUrl} />
        </CodeLine>
        <section aria-label={t('endpointsCard.endpointsRegion')}>
          <Text strong>{t('endpointsCard.endpoints')}</Text>
          {/* Safari removes the list role from a list without bullets. */}
          <List role="list">
            {popularEndpoints.map(({ method, path, description }) => (
              <li key={method + path}>
                <Method>
                  <Badge tone={method === 'GET' ? 'teal' : 'accent'}>{method}</Badge>
                </Method>
                <EndpointTexts>
                  <Code>{`/api/v1${path}`}</Code>
                  <Text as="span" size="small" muted>
                    {t(description)}
                  </Text>
                </EndpointTexts>
                <CopyButton contentLabel={`${method} /api/v1${path}`} text={baseUrl + path} />
              </li>
            ))}
          </List>
        </section>
        <Inline gap={4}>
          <TextLink href={apiDocumentation.page} target="_blank" rel="noopener">
            {t('endpointsCard.documentation')}
          </TextLink>
          <TextLink href={apiDocumentation.openApi} target="_blank" rel="noopener">
            openapi.json
          </TextLink>
        </Inline>
      </Stack>
    </Card>
  );
}

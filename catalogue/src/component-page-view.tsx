import { ViewErrorBoundary } from '@khmer-learning/console-sdk';
import { Card, CardGrid, DescriptionList, Heading, Stack, Text } from '@khmer-learning/ui-kit';
import { type ComponentPage, pageName } from './component-page.ts';

/** One page of the catalogue: purpose, live examples, keyboard, do's and don'ts. */
export function ComponentPageView({ page }: { page: ComponentPage }) {
  const { components, purpose, examples, keyboard, dos, donts } = page;
  const keys = Object.entries(keyboard);
  const others = Object.keys(components).slice(1);
  return (
    <Stack gap={5}>
      <Stack gap={1}>
        <Heading level={1} size="page">
          {pageName(page)}
        </Heading>
        <Text muted>{purpose}</Text>
        {others.length === 0 ? null : <Text size="small" lines={2}>{`With ${others.join(', ')}`}</Text>}
      </Stack>
      {Object.entries(examples).map(([state, Example]) => (
        <Card key={state} title={state.charAt(0).toUpperCase() + state.slice(1)}>
          <ViewErrorBoundary label={state}>
            <Example />
          </ViewErrorBoundary>
        </Card>
      ))}
      <Card title="Keyboard">
        {keys.length === 0 ? (
          <Text muted>It cannot be focused.</Text>
        ) : (
          <DescriptionList items={keys.map(([term, effect]) => ({ term, detail: effect }))} />
        )}
      </Card>
      <CardGrid minColumnWidth="20rem">
        <Rules title="Do" rules={dos} />
        <Rules title="Don’t" rules={donts} />
      </CardGrid>
    </Stack>
  );
}

function Rules({ title, rules }: { title: string; rules: readonly string[] }) {
  return (
    <Card title={title}>
      <Stack gap={2}>
        {rules.map((rule) => (
          <Text key={rule}>{rule}</Text>
        ))}
      </Stack>
    </Card>
  );
}

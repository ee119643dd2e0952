import {
  type Appearance,
  color,
  Inline,
  narrowBreakpoint,
  SegmentedToggle,
  Stack,
  space,
  Text,
  TextLink,
  useAppearance,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { pageName } from './component-page.ts';
import { ComponentPageView } from './component-page-view.tsx';
import { pageGroups } from './component-pages.ts';

const Columns = styled.div`
  display: grid;
  grid-template-columns: 14rem minmax(0, 1fr);
  gap: ${space(6)};
  padding: ${space(5)};

  @media (max-width: ${narrowBreakpoint}) { grid-template-columns: minmax(0, 1fr); padding: ${space(4)}; }
`;
const Navigation = styled.nav`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  position: sticky;
  top: ${space(5)};
  align-self: start;
  max-height: calc(100dvh - ${space(10)});
  overflow-y: auto;

  @media (max-width: ${narrowBreakpoint}) { position: static; max-height: 12rem; }
`;
const Phone = styled.iframe`
  width: 362px; /* with the border */
  max-width: 100%;
  height: 720px;
  border: 1px solid ${color('borderStrong')};
  background: ${color('canvas')};
`;

const pages = pageGroups.flatMap((group) => group.pages);
const allNames = pages.map(pageName);

/** `?show=Button` is the page of a component; with `&frame`, it is only its content, for the phone's frame. */
const addressOf = (name: string, isFrame = false) =>
  `?${new URLSearchParams({ show: name, ...(isFrame ? { frame: '' } : {}) })}`;

/** The catalogue: a list of components and the page of one of them. @param props.search the query of the page's address */
export function Catalogue({ search }: { search: string }) {
  const query = new URLSearchParams(search);
  const page = pages[Math.max(0, allNames.indexOf(query.get('show') ?? ''))];
  const { appearance, setAppearance } = useAppearance();
  const [width, setWidth] = useState<'full' | 'phone'>('full');
  if (page === undefined) return null;
  const name = pageName(page);
  if (query.has('frame')) {
    return (
      <main style={{ padding: space(3) }}>
        <ComponentPageView page={page} />
      </main>
    );
  }
  return (
    <Columns>
      <Navigation aria-label="Components">
        {pageGroups.map((group) => (
          <Stack gap={1} key={group.name}>
            <Text strong size="small">
              {group.name}
            </Text>
            {group.pages.map(pageName).map((other) => (
              <TextLink
                key={other}
                href={addressOf(other)}
                aria-current={other === name ? 'page' : undefined}
              >
                {other}
              </TextLink>
            ))}
          </Stack>
        ))}
      </Navigation>
      <Stack role="main" gap={5}>
        <Inline gap={4}>
          <SegmentedToggle<Appearance>
            aria-label="Appearance"
            value={appearance}
            onValueChange={setAppearance}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <SegmentedToggle
            aria-label="Width"
            value={width}
            onValueChange={setWidth}
            options={[
              { value: 'full', label: 'Full width' },
              { value: 'phone', label: '360 px' },
            ]}
          />
        </Inline>
        {width === 'full' ? (
          <ComponentPageView page={page} />
        ) : (
          // A frame has a width of its own for media queries. It reads the appearance when it loads.
          <Phone key={appearance} title={`${name} at 360 px`} src={addressOf(name, true)} />
        )}
      </Stack>
    </Columns>
  );
}

import {
  Button,
  color,
  headerHeight,
  Inline,
  radius,
  shadow,
  space,
  Text,
  zIndex,
} from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';

/* Sticky, so that it stays visible while the list is scrolled. */
const Bar = styled(Inline)`
  position: sticky;
  top: ${headerHeight};
  z-index: ${zIndex.raised};
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceSelected')};
  box-shadow: ${shadow.small};
`;

interface SelectionBarProps {
  /** `Selected lessons`. */
  label: string;
  /** `3 lessons selected`. */
  count: string;
  clearLabel: string;
  onClear: () => void;
  selectAll?: ReactNode;
  children: ReactNode;
}

/** The bar above a list in which items are selected. */
export function SelectionBar({ label, count, clearLabel, onClear, selectAll, children }: SelectionBarProps) {
  return (
    <Bar role="group" aria-label={label} justify="between">
      <Inline gap={3}>
        <Text role="status">{count}</Text>
        <Button size="small" variant="ghost" onClick={onClear}>
          {clearLabel}
        </Button>
        {selectAll}
      </Inline>
      <Inline>{children}</Inline>
    </Bar>
  );
}

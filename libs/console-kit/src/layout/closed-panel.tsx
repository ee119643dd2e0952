import { Button, ChevronDownIcon, ChevronRightIcon, color, space } from '@khmer-learning/ui-kit';
import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';

const Panel = styled.section`margin-top: ${space(5)}; border-top: 1px solid ${color('border')}; padding-top: ${space(3)};`;
const Content = styled.div`&:not(:empty) { margin-top: ${space(3)}; }`;

/** A panel below a form that is closed at first. Its content is rendered only while it is open. */
export function ClosedPanel({ title, children }: { title: string; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <Panel aria-label={title}>
      <Button
        variant="ghost"
        size="small"
        icon={<Chevron aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
      </Button>
      <Content id={contentId}>{isOpen ? children() : null}</Content>
    </Panel>
  );
}

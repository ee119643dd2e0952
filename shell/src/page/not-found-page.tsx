import { color, fontSize, fontWeight, space, TextLink } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { CenteredPage } from './centered-page.tsx';

const Box = styled.div`display: grid; justify-items: center; gap: ${space(3)}; text-align: center;`;
const Title = styled.h1`font-size: ${fontSize.heading}; font-weight: ${fontWeight.semibold};`;
const Hint = styled.p`color: ${color('textMuted')};`;

/** Fallback for a path that is nothing (spec 2.1). */
export function NotFoundPage() {
  return (
    <CenteredPage>
      <Box>
        <Title>404 Page Not Found</Title>
        <Hint>There is nothing at this address.</Hint>
        <TextLink href="/">Go to the console</TextLink>
      </Box>
    </CenteredPage>
  );
}

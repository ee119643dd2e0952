import { color, fontSize, fontWeight, space, TextLink } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { CenteredPage } from './centered-page.tsx';

const Box = styled.div`display: grid; justify-items: center; gap: ${space(3)}; text-align: center;`;
const Title = styled.h1`font-size: ${fontSize.heading}; font-weight: ${fontWeight.semibold};`;
const Hint = styled.p`color: ${color('textMuted')};`;

/** Fallback for an unknown path (spec 2.1). */
export function NotFoundPage() {
  return (
    <CenteredPage>
      <Box>
        <Title>404 Page Not Found</Title>
        <Hint>The page you are looking for does not exist.</Hint>
        <TextLink href="/">Go to the console</TextLink>
      </Box>
    </CenteredPage>
  );
}

import { color, fontSize, fontWeight, space, TextLink } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../console/messages/messages.ts';
import { CenteredPage } from './centered-page.tsx';

const Box = styled.div`display: grid; justify-items: center; gap: ${space(3)}; text-align: center;`;
const Title = styled.h1`font-size: ${fontSize.heading}; font-weight: ${fontWeight.semibold};`;
const Hint = styled.p`color: ${color('textMuted')};`;

/** Fallback for an unknown path. */
export function NotFoundPage() {
  const t = useMessages();
  return (
    <CenteredPage>
      <Box>
        <Title>{t('notFoundPage.title')}</Title>
        <Hint>{t('notFoundPage.hint')}</Hint>
        <TextLink href="/">{t('notFoundPage.link')}</TextLink>
      </Box>
    </CenteredPage>
  );
}

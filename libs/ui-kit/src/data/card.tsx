import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { color, narrowBreakpoint, radius, shadow, space } from '../foundation/tokens.ts';
import { Heading } from '../text/text.tsx';

const Box = styled.section<{ $flush: boolean }>`
  min-width: 0;
  border: 1px solid ${color('border')};
  border-radius: ${radius.large};
  background: ${color('surface')};
  box-shadow: ${shadow.small};
  ${({ $flush }) => $flush && 'overflow: clip;'}
`;

const Head = styled.header<{ $flush: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  padding: ${space(4)} ${space(5)} ${({ $flush }) => ($flush ? space(3) : '0')};

  /* Users write these titles, so a word can be longer than the card. */
  & > h2 { min-width: 0; overflow-wrap: anywhere; }

  @media (max-width: ${narrowBreakpoint}) { padding-inline: ${space(4)}; }
`;

const Body = styled.div<{ $flush: boolean }>`
  padding: ${({ $flush }) => ($flush ? '0' : `${space(4)} ${space(5)} ${space(5)}`)};

  @media (max-width: ${narrowBreakpoint}) { padding: ${({ $flush }) => ($flush ? '0' : space(4))}; }
`;

export interface CardProps {
  /** The heading. It also makes the card a named region. */
  title?: string;
  /** Beside the title. */
  actions?: ReactNode;
  /** No padding, for tables and lists that fill the card. */
  flush?: boolean;
  children: ReactNode;
}

/** A box with a border, for a section of a page. */
export function Card({ title, actions, flush = false, children }: CardProps) {
  const titleId = useId();
  return (
    <Box $flush={flush} aria-labelledby={title === undefined ? undefined : titleId}>
      {title === undefined ? null : (
        <Head $flush={flush}>
          <Heading level={2} size="section" id={titleId}>
            {title}
          </Heading>
          {actions}
        </Head>
      )}
      <Body $flush={flush}>{children}</Body>
    </Box>
  );
}

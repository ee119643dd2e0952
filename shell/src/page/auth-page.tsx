import {
  Button,
  color,
  fontSize,
  fontWeight,
  KhmerText,
  LanguageToggle,
  radius,
  shadow,
  space,
} from '@khmer-learning/ui-kit';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import styled from 'styled-components';
import { Logo } from './logo.tsx';

const twoColumnBreakpoint = '860px';

const Page = styled.main`
  display: grid;
  min-height: 100dvh;
  @media (min-width: ${twoColumnBreakpoint}) { grid-template-columns: minmax(0, 1fr) minmax(26rem, 38rem); }
`;

/* A word card as learners see it, in the logo's colours. It is the same in light and dark mode. */
const Picture = styled.div`
  display: none;
  place-items: center;
  padding: ${space(10)};
  background:
    radial-gradient(60rem 40rem at 15% 0%, #6b76e6 0%, transparent 60%),
    radial-gradient(40rem 40rem at 100% 100%, #14696b 0%, transparent 55%),
    #3943ac;
  color: #fff;
  @media (min-width: ${twoColumnBreakpoint}) { display: grid; }
`;

const WordCard = styled.div`
  display: grid;
  gap: ${space(1)};
  width: min(22rem, 100%);
  padding: ${space(8)};
  border: 1px solid rgb(255 255 255 / 0.22);
  border-radius: ${radius.large};
  background: rgb(255 255 255 / 0.1);
  box-shadow: ${shadow.large};
`;

const Word = styled.span`font-size: 2rem; font-weight: ${fontWeight.semibold}; letter-spacing: -0.02em;`;
const Sound = styled.span`font-size: ${fontSize.large}; opacity: 0.85;`;
const Translation = styled(KhmerText)`font-size: 2rem;`;

const Side = styled.div`display: grid; place-items: center; padding: ${space(6)} ${space(4)};`;
const Column = styled.div`display: grid; gap: ${space(7)}; width: min(22rem, 100%);`;
const Brand = styled.p`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  font-size: ${fontSize.large};
  font-weight: ${fontWeight.semibold};
`;
const Title = styled.h1`font-size: ${fontSize.heading}; font-weight: ${fontWeight.semibold}; letter-spacing: -0.012em;`;
const Hint = styled.p`margin-top: ${space(1)}; color: ${color('textMuted')};`;

/** The layout of pages for visitors who are not signed in: sign-in, password reset, email confirmation. */
export function AuthPage({ title, hint, children }: { title: string; hint: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Khmer Learning`;
  }, [title]);

  return (
    <Page>
      <Picture aria-hidden="true">
        <WordCard>
          <Word>Where?</Word>
          <Sound>[nouw-naa?]</Sound>
          <Translation>នៅណា?</Translation>
        </WordCard>
      </Picture>
      <Side>
        <Column>
          <Brand>
            <Logo size={36} />
            Khmer Learning
          </Brand>
          <div>
            <Title>{title}</Title>
            <Hint>{hint}</Hint>
          </div>
          {children}
          <div>
            <LanguageToggle />
          </div>
        </Column>
      </Side>
    </Page>
  );
}

export function SubmitButton(
  props: Pick<ComponentProps<typeof Button>, 'loading' | 'loadingLabel' | 'children'>,
) {
  return <Button type="submit" variant="primary" size="large" fullWidth {...props} />;
}

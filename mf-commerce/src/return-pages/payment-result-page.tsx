import {
  Button,
  CircleAlertIcon,
  CircleCheckIcon,
  CircleXIcon,
  ClockIcon,
  color,
  fontSize,
  fontWeight,
  Heading,
  LanguageToggle,
  RotateCwIcon,
  radius,
  SpinnerRing,
  shadow,
  space,
  Text,
  type Tone,
  toneColors,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useEffect } from 'react';
import styled from 'styled-components';

const Page = styled.div`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${space(5)};
  min-height: 100dvh;
  padding: ${space(4)};
`;

const Brand = styled.p`color: ${color('textMuted')}; font-size: ${fontSize.large}; font-weight: ${fontWeight.semibold};`;

const Sheet = styled.section`
  display: grid;
  justify-items: center;
  gap: ${space(4)};
  width: min(26rem, calc(100vw - ${space(8)}));
  padding: ${space(8)} ${space(6)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.large};
  background: ${color('surface')};
  box-shadow: ${shadow.medium};
  text-align: center;
  overflow-wrap: anywhere;
`;

const Message = styled.div`display: grid; justify-items: center; gap: ${space(3)};`;

const Circle = styled.span<{ $tone: Tone }>`
  display: grid;
  place-items: center;
  width: ${space(16)};
  height: ${space(16)};
  border-radius: ${radius.full};
  background: ${({ $tone }) => toneColors($tone).soft};
  color: ${({ $tone }) => toneColors($tone).text};
`;

const icon = { size: 32, 'aria-hidden': 'true' } as const;

const variants = {
  working: { tone: 'grey', icon: <SpinnerRing size={30} /> },
  success: { tone: 'green', icon: <CircleCheckIcon {...icon} /> },
  failure: { tone: 'red', icon: <CircleXIcon {...icon} /> },
  waiting: { tone: 'yellow', icon: <ClockIcon {...icon} /> },
  notice: { tone: 'greyBlue', icon: <CircleAlertIcon {...icon} /> },
} as const satisfies Record<string, { tone: Tone; icon: ReactNode }>;

interface PaymentResultPageProps {
  variant: keyof typeof variants;
  title: string;
  children: ReactNode;
  action?: { readonly label: string; readonly onPress: () => void } | undefined;
}

/** The result of the order in the return URL, `/complete?token=…`; without one, the reason for `title` is `missing`. */
export function OrderResultPage(props: {
  title: string;
  missing: string;
  children: (token: string) => ReactNode;
}) {
  const token = new URLSearchParams(window.location.search).get('token');
  if (token) return props.children(token);
  return (
    <PaymentResultPage variant="failure" title={props.title}>
      {props.missing}
    </PaymentResultPage>
  );
}

/** Shows the result of a payment to a learner who returns from the provider. No session is required. */
export function PaymentResultPage({ variant, title, children, action }: PaymentResultPageProps) {
  useEffect(() => {
    document.title = `${title} · Khmer Learning`;
  }, [title]);

  return (
    <Page>
      <Brand>Khmer Learning</Brand>
      <Sheet aria-busy={variant === 'working'}>
        {/* Screen readers announce every change. */}
        <Message role="status">
          <Circle $tone={variants[variant].tone} data-look={variant}>
            {variants[variant].icon}
          </Circle>
          <Heading level={1} size="page">
            {title}
          </Heading>
          <Text size="large" muted as="div">
            {children}
          </Text>
        </Message>
        {action === undefined ? null : (
          <Button icon={<RotateCwIcon aria-hidden="true" />} onClick={action.onPress}>
            {action.label}
          </Button>
        )}
      </Sheet>
      <LanguageToggle />
    </Page>
  );
}

import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Skeleton } from '../feedback/skeleton.tsx';
import {
  color,
  fontSize,
  fontWeight,
  narrowBreakpoint,
  radius,
  shadow,
  space,
} from '../foundation/tokens.ts';
import { formatNumber } from '../i18n/format.ts';
import { useMessages } from '../messages/messages.ts';
import { VisuallyHidden } from '../text/visually-hidden.ts';
import { Sparkline, type SparklineProps } from './sparkline.tsx';

const Box = styled.section`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  min-width: 0;
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.large};
  background: ${color('surface')};
  box-shadow: ${shadow.small};

  &:has(a:hover) { border-color: ${color('borderStrong')}; background: ${color('surfaceHover')}; }
  &:has(a:focus-visible) { outline: 2px solid ${color('focus')}; outline-offset: 2px; }

  @media (max-width: ${narrowBreakpoint}) { padding-inline: ${space(4)}; }
`;

/* The link's area is the whole card. */
const CardLink = styled.a`
  color: inherit;
  text-decoration: none;
  outline: none;

  &::after { content: ''; position: absolute; inset: 0; border-radius: inherit; }
`;

const Top = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(2)};
  color: ${color('textMuted')};

  & > svg { flex: none; width: 1.125rem; height: 1.125rem; }
`;

const Label = styled.h2`margin: 0; min-width: 0; overflow-wrap: anywhere; font-size: ${fontSize.small}; font-weight: ${fontWeight.medium};`;

const Figure = styled.p`
  margin: 0;
  font-size: ${fontSize.figure};
  font-weight: ${fontWeight.semibold};
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.02em;
  line-height: 1.25;
  overflow-wrap: anywhere;
`;

const Line = styled.p`margin: 0; color: ${color('textMuted')}; font-size: ${fontSize.small};`;

const growthColors = { up: 'greenText', other: 'textMuted' } as const;

const Growth = styled.span<{ $direction: keyof typeof growthColors }>`
  color: ${({ $direction }) => color(growthColors[$direction])};
  font-weight: ${fontWeight.medium};
  font-variant-numeric: tabular-nums;
`;

export interface StatCardProps {
  label: string;
  /** The formatted value. */
  value: ReactNode;
  /** A line under the value: `Average price: $4.20`. */
  detail?: ReactNode;
  /** Percent since all of last month; green and signed above 0. Below 0 is no bad news, as the month goes on, which the card says. */
  growth?: number | undefined;
  /** Decimals of `growth`. Default: up to two, as needed. */
  growthDecimals?: number;
  icon?: ReactNode;
  /** Where a click on the card leads. */
  href?: string | undefined;
  /** A small curve at the bottom. */
  curve?: SparklineProps | undefined;
}

function formatPercent(growth: number, decimals: number | undefined): string {
  return formatNumber(growth / 100, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 2,
  });
}

/** A card with one statistic of the dashboard. */
export function StatCard({ label, value, detail, growth, growthDecimals, icon, href, curve }: StatCardProps) {
  const t = useMessages();
  const direction = growth !== undefined && growth > 0 ? 'up' : 'other';
  return (
    <Box>
      <Top>
        <Label>{href === undefined ? label : <CardLink href={href}>{label}</CardLink>}</Label>
        {icon}
      </Top>
      <Figure>{value}</Figure>
      {detail === undefined ? null : <Line>{detail}</Line>}
      {growth === undefined ? null : (
        <Line>
          {t.rich(
            growth < 0 ? 'statCard.growthSoFar' : 'statCard.growth',
            { growth: (content) => <Growth $direction={direction}>{content}</Growth> },
            { percent: formatPercent(growth, growthDecimals) },
          )}
        </Line>
      )}
      {curve === undefined ? null : <Sparkline {...curve} />}
    </Box>
  );
}

/** A placeholder for a `StatCard` while it loads. */
export function StatCardSkeleton() {
  const t = useMessages();
  return (
    <Box aria-busy="true">
      <VisuallyHidden>{t('loading.status')}</VisuallyHidden>
      <Skeleton width="55%" />
      <Skeleton width="35%" height="2rem" />
      <Skeleton width="70%" />
    </Box>
  );
}

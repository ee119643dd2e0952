import { PublishStatus } from '@khmer-learning/console-kit';
import { type DashboardRecent, ManifestIcon } from '@khmer-learning/console-sdk';
import { type DashboardStats, hiddenBySchema, recentContentLimits } from '@khmer-learning/contracts';
import {
  color,
  DateText,
  EmptyState,
  fontSize,
  fontWeight,
  langProps,
  radius,
  space,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { z } from 'zod';
import { useMessages } from '../console/messages/messages.ts';
import { StretchedLink, type ViewAddressOf } from './links.ts';
import { readRows } from './stats-field.ts';

const rowSchema = z.object({
  id: z.number(),
  title: z.string(),
  status: z.string(),
  hiddenBy: hiddenBySchema.optional(),
  updatedAt: z.string(),
});

function recentItems(stats: DashboardStats, types: readonly DashboardRecent[]) {
  return types
    .flatMap(({ label, icon, items, limit, view }) =>
      readRows(stats, items, rowSchema)
        .slice(0, limit)
        .map((row) => ({ ...row, key: `${items}/${row.id}`, label, icon, view })),
    )
    .sort((one, other) => other.id - one.id)
    .slice(0, recentContentLimits.total);
}

const List = styled.ul`display: grid; gap: ${space(1)};`;

const Item = styled.li`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-width: 0;
  padding: ${space(2)} 0;
  & + & { border-top: 1px solid ${color('border')}; padding-top: ${space(3)}; }
  &:has(a[href]:hover) { background: ${color('surfaceHover')}; }
`;

const Mark = styled.span`
  display: inline-flex;
  flex: none;
  padding: ${space(2)};
  border-radius: ${radius.medium};
  background: ${color('accentSoft')};
  color: ${color('accentText')};
`;

const Texts = styled.div`flex: 1; min-width: 0;`;
/* Tall enough for Khmer subscripts, which overflow: hidden would cut off. */
const Title = styled.p`
  line-height: 1.8;
  overflow: hidden;
  font-weight: ${fontWeight.medium};
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const Detail = styled.p`color: ${color('textMuted')}; font-size: ${fontSize.small};`;

/** The most recently created content. A click anywhere in a row opens its item. */
export function RecentContent({
  stats,
  types,
  addressOf,
}: {
  stats: DashboardStats;
  types: readonly DashboardRecent[];
  addressOf: ViewAddressOf;
}) {
  const t = useMessages();
  const items = recentItems(stats, types);
  if (items.length === 0) return <EmptyState title={t('recentContent.empty')} />;
  return (
    <List role="list">
      {items.map(({ key, id, title, status, hiddenBy, updatedAt, label, icon, view }) => (
        <Item key={key}>
          <Mark>
            <ManifestIcon name={icon} width="1.125rem" height="1.125rem" />
          </Mark>
          <Texts>
            <Title title={title} {...langProps(title)}>
              <StretchedLink href={view && addressOf({ view, item: id })}>{title}</StretchedLink>
            </Title>
            <Detail>
              {label} · <DateText at={updatedAt} />
            </Detail>
          </Texts>
          <PublishStatus item={{ status, hiddenBy }} />
        </Item>
      ))}
    </List>
  );
}

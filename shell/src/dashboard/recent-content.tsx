import { type DashboardStats, recentContentLimits } from '@khmer-learning/contracts';
import {
  BookOpenIcon,
  color,
  DateText,
  EmptyState,
  fontSize,
  fontWeight,
  LibraryBigIcon,
  ListChecksIcon,
  radius,
  StatusBadge,
  space,
} from '@khmer-learning/ui-kit';
import type { ComponentType, SVGProps } from 'react';
import styled from 'styled-components';

const kinds = {
  mainLessons: { name: 'Main lesson', Icon: LibraryBigIcon },
  lessons: { name: 'Lesson', Icon: BookOpenIcon },
  quizzes: { name: 'Quiz', Icon: ListChecksIcon },
} as const;

interface RecentItem {
  readonly key: string;
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly updatedAt: string;
  readonly kindName: string;
  readonly Icon: ComponentType<SVGProps<SVGSVGElement>>;
}

/** Up to 3 main lessons, 3 lessons and 2 quizzes, newest id first, at most 8 (spec 9). */
function recentItems(recent: DashboardStats['recent']): RecentItem[] {
  const ofKind = (kind: keyof typeof kinds): RecentItem[] =>
    recent[kind].slice(0, recentContentLimits[kind]).map((row) => ({
      ...row,
      key: `${kind}/${row.id}`,
      kindName: kinds[kind].name,
      Icon: kinds[kind].Icon,
    }));
  return [...ofKind('mainLessons'), ...ofKind('lessons'), ...ofKind('quizzes')]
    .sort((one, other) => other.id - one.id)
    .slice(0, recentContentLimits.total);
}

const List = styled.ul`display: grid; gap: ${space(1)};`;

const Item = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-width: 0;
  padding: ${space(2)} 0;
  & + & { border-top: 1px solid ${color('border')}; padding-top: ${space(3)}; }
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

/** The most recently created content. */
export function RecentContent({ recent }: { recent: DashboardStats['recent'] }) {
  const items = recentItems(recent);
  if (items.length === 0) return <EmptyState title="No content created yet" />;
  return (
    <List role="list">
      {items.map(({ key, title, status, updatedAt, kindName, Icon }) => (
        <Item key={key}>
          <Mark>
            <Icon width="1.125rem" height="1.125rem" aria-hidden="true" />
          </Mark>
          <Texts>
            <Title title={title}>{title}</Title>
            <Detail>
              {kindName} · <DateText at={updatedAt} />
            </Detail>
          </Texts>
          <StatusBadge status={status} />
        </Item>
      ))}
    </List>
  );
}

import {
  isDashboardAttention,
  isDashboardDrafts,
  useExtensions,
  useNavigation,
  useSession,
} from '@khmer-learning/console-sdk';
import type { DashboardStats } from '@khmer-learning/contracts';
import {
  Card,
  color,
  DateText,
  langProps,
  PencilIcon,
  Stack,
  space,
  Text,
  TriangleAlertIcon,
} from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { consoleHealthViewId } from '../console/console-views.ts';
import { useMessages } from '../console/messages/messages.ts';
import { useConsoleHealth, useDeadJobs } from '../health/health.api.ts';
import { StretchedLink, type ViewAddressOf } from './links.ts';
import { formatCount } from './number-format.ts';
import { readNumber } from './stats-field.ts';

const namedDrafts = 5;

const List = styled.ul`display: grid;`;
const Item = styled.li`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 2.75rem;
  padding-block: ${space(1.5)};
  overflow-wrap: anywhere;

  & > svg { flex: none; width: 1rem; height: 1rem; color: ${color('yellowText')}; }
  & + & { border-top: 1px solid ${color('border')}; }
  &:hover { background: ${color('surfaceHover')}; }
`;
/* A new item has no address: its form is opened by a button, which looks like the links around it. */
const RowButton = styled(StretchedLink).attrs({ as: 'button', type: 'button' })`
  padding: 0;
  border: 0;
  background: none;
  font: inherit;
  text-align: start;
  cursor: pointer;

  &::after { content: ''; position: absolute; inset: 0; }
`;

interface Line {
  readonly key: string;
  readonly icon: ReactNode;
  readonly content: ReactNode;
}

const warning = <TriangleAlertIcon aria-hidden="true" />;

/** What remotes count, drafts of this browser and, for admins, failed jobs. A quiet line for nothing; none when it is not known. */
export function NeedsAttention({ stats, addressOf }: { stats: DashboardStats; addressOf: ViewAddressOf }) {
  const t = useMessages();
  const counted = useExtensions(isDashboardAttention).map(({ remote, extension }) => ({
    key: `${remote}/${extension.id}`,
    extension,
    count: readNumber(stats, extension.count),
  }));
  const lines: Line[] = [
    ...useHealthLines(addressOf),
    ...counted.flatMap(({ key, extension: { text, link }, count = 0 }) => {
      const words = count === 1 ? text.one : text.other.replace('{count}', () => formatCount(count));
      return count > 0
        ? [{ key, icon: warning, content: <StretchedLink href={addressOf(link)}>{words}</StretchedLink> }]
        : [];
    }),
    ...useDraftLines(addressOf),
  ];
  if (lines.length > 0)
    return (
      <Card title={t('needsAttention.title')}>
        <List role="list">
          {lines.map(({ key, icon, content }) => (
            <Item key={key}>
              {icon}
              {content}
            </Item>
          ))}
        </List>
      </Card>
    );
  if (counted.every(({ count }) => count === undefined)) return null;
  return (
    <Text size="small" muted>
      {t('needsAttention.nothing')}
    </Text>
  );
}

/** For admins: the background jobs and the events that services could not process, which Console health lists and explains. */
function useHealthLines(addressOf: ViewAddressOf): Line[] {
  const t = useMessages();
  const enabled = useSession().user.role === 'admin';
  const deadJobs = useDeadJobs({ enabled }).length;
  const deadEvents = useConsoleHealth({ enabled }).data?.deadEvents ?? 0;
  const href = addressOf({ view: consoleHealthViewId });
  return [
    { key: 'dead-jobs', count: deadJobs, words: t('needsAttention.deadJobs', { count: deadJobs }) },
    { key: 'dead-events', count: deadEvents, words: t('needsAttention.deadEvents', { count: deadEvents }) },
  ].flatMap(({ key, count, words }) =>
    count === 0 ? [] : [{ key, icon: warning, content: <StretchedLink href={href}>{words}</StretchedLink> }],
  );
}

function useDraftLines(addressOf: ViewAddressOf): Line[] {
  const t = useMessages();
  const { user } = useSession();
  const { openView } = useNavigation();
  const forms = useExtensions(isDashboardDrafts).map(({ extension }) => extension);
  const { data = [] } = useQuery({
    queryKey: ['stored-drafts', user.id],
    // The kit is loaded when the browser is idle anyway, and the sign-in screen needs none of it.
    queryFn: async () =>
      (await import(/* webpackChunkName: "federation" */ '@khmer-learning/console-kit')).listStoredDrafts(
        user.id,
      ),
    staleTime: 0,
  });
  const drafts = data.flatMap((draft) => {
    const form = forms.find((one) => one.form === draft.form);
    const address =
      form && addressOf({ view: form.view, ...(draft.itemId === null ? {} : { item: draft.itemId }) });
    return form === undefined || address === undefined ? [] : [{ ...draft, ...form, address }];
  });
  const lines = drafts
    .slice(0, namedDrafts)
    .map(({ name, title, label, itemId, savedAt, view, address }) => ({
      key: name,
      icon: <PencilIcon aria-hidden="true" />,
      content: (
        <Stack gap={0}>
          {itemId === null ? (
            <RowButton onClick={() => void openView(view, { intent: 'create', draft: name })}>
              {title === null ? (
                t('needsAttention.newItem', { itemType: label.toLowerCase() })
              ) : (
                <span {...langProps(title)}>{title}</span>
              )}
            </RowButton>
          ) : (
            <StretchedLink href={address}>
              {title === null ? label : <span {...langProps(title)}>{title}</span>}
            </StretchedLink>
          )}
          <Text size="small" muted>
            {t.rich(
              'needsAttention.draftDetail',
              { at: () => <DateText at={savedAt.toISOString()} /> },
              { label },
            )}
          </Text>
        </Stack>
      ),
    }));
  const others = drafts.length - lines.length;
  if (others === 0) return lines;
  const words = t('needsAttention.otherDrafts', { count: others });
  return [
    ...lines,
    { key: 'others', icon: <PencilIcon aria-hidden="true" />, content: <Text muted>{words}</Text> },
  ];
}

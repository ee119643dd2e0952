import type { VersionAction, VersionEntry } from '@khmer-learning/contracts';
import {
  Badge,
  color,
  duration,
  formatSchoolMinute,
  formatSchoolTime,
  Heading,
  Inline,
  radius,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { fieldName } from '../audit-log/audit-labels.ts';
import { message, useMessages } from '../messages/messages.ts';
import { labelOfStatus } from './published-status.ts';

const Rows = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Row = styled.button`
  display: block;
  width: 100%;
  padding: ${space(2)} ${space(2.5)};
  border: 1px solid transparent;
  border-radius: ${radius.medium};
  background: transparent;
  color: inherit;
  font: inherit;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;
  transition: background-color ${duration.fast};

  &:hover { background: ${color('surfaceHover')}; }
  &[aria-current='true'] { border-color: ${color('border')}; background: ${color('surfaceSelected')}; }
`;

/** When a version was saved, in the school's time zone: `May 4, 2026, 10:42`. */
export const formatVersionTime = ({ savedAt }: Pick<VersionEntry, 'savedAt'>) =>
  formatSchoolMinute(new Date(savedAt));

const actionMessages = {
  created: 'auditAction.created',
  updated: 'auditAction.updated',
  autosaved: 'versionList.autosaved',
  restored: 'auditAction.restored',
  published: 'versionList.published',
  discarded: 'versionList.discarded',
  unpublished: 'versionList.unpublished',
  deleted: 'versionList.deleted',
} as const satisfies Readonly<Record<VersionAction, string>>;

/** `Changed title, lesson type`. */
const describeChange = ({ action, changedFields }: VersionEntry) =>
  [
    message(actionMessages[action]),
    changedFields.map((name) => fieldName(name.replace(/Id$/, ''))).join(', '),
  ]
    .join(' ')
    .trim();

/** Whether two entries are the same version of the same track. */
export const isSameVersion = (
  one: Pick<VersionEntry, 'track' | 'version'>,
  other: Pick<VersionEntry, 'track' | 'version'>,
) => one.track === other.track && one.version === other.version;

/** `Working copy`, or what learners saw of a version; null when it is not known. */
function labelOf({ track, isPublished }: VersionEntry): string | null {
  if (track === 'working-copy') return message('workingCopyBar.workingCopy');
  return isPublished === undefined ? null : labelOfStatus(isPublished ? 'published' : 'draft');
}

export interface VersionListProps {
  entries: readonly VersionEntry[];
  present: number;
  chosen: VersionEntry;
  onChoose: (entry: VersionEntry) => void;
}

/** The versions of an item, grouped by day. */
export function VersionList({ entries, present, chosen, onChoose }: VersionListProps) {
  const t = useMessages();
  const days = new Map<string, VersionEntry[]>();
  for (const entry of entries) {
    const day = formatSchoolTime(new Date(entry.savedAt), { dateStyle: 'full' });
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return (
    <Stack gap={4}>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <Stack gap={1}>
            <Heading level={3} size="section">
              {day}
            </Heading>
            <Rows>
              {ofDay.map((entry) => (
                <li key={`${entry.track} ${entry.version}`}>
                  <Row
                    type="button"
                    aria-current={isSameVersion(entry, chosen)}
                    onClick={() => onChoose(entry)}
                  >
                    <Inline gap={2}>
                      <Text as="span" strong>
                        {formatSchoolTime(new Date(entry.savedAt), { timeStyle: 'short' })}
                      </Text>
                      <Text as="span">{entry.savedBy?.name ?? t('versionList.unknown')}</Text>
                      {entry.track === 'item' && entry.version === present ? (
                        <Badge>{t('history.now')}</Badge>
                      ) : null}
                    </Inline>
                    <Text size="small" muted>
                      {[labelOf(entry), describeChange(entry)].filter(Boolean).join(' · ')}
                    </Text>
                  </Row>
                </li>
              ))}
            </Rows>
          </Stack>
        </section>
      ))}
    </Stack>
  );
}

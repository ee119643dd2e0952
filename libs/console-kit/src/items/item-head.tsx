import { DateText, Inline, langProps, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';

import { PublishStatus, type PublishStatusProps } from '../saving/publish-status.tsx';

export interface ItemHeadProps {
  title: string;
  /** When it was last saved, ISO 8601 UTC. A working copy was saved later. */
  savedAt: string;
  /** The item, if it is a draft or published. */
  status?: PublishStatusProps['item'];
}

/** Names the item of a form, with its status and when it was last saved. The `description` of an `EditDialog`. */
export function ItemHead({ title, savedAt, status }: ItemHeadProps) {
  const t = useMessages();
  return (
    <Inline gap={2}>
      <Text strong as="span" lines={2} {...langProps(title)}>
        {title}
      </Text>
      {status === undefined ? null : <PublishStatus item={status} inline />}
      <Text as="span" size="small" muted>
        {t.rich('itemHead.saved', { at: () => <DateText at={status?.workingCopy?.savedAt ?? savedAt} /> })}
      </Text>
    </Inline>
  );
}

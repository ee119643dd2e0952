import { type ItemViewer, useItemViewers, useOpenItem } from '@khmer-learning/console-sdk';
import { Avatar, Inline, langProps, Text, Tooltip } from '@khmer-learning/ui-kit';
import { message, useMessages } from '../messages/messages.ts';

/** Names that are shown; of the others there is the number. */
const maxNames = 2;

interface ItemPresenceProps {
  /** The kind of entity, such as `lesson`. */
  entity: string;
  id: number;
}

/** Tells others that this form has an item open, and shows who else has, in the form's head. Empty when nobody has, or unknown. */
export function ItemPresence({ entity, id }: ItemPresenceProps) {
  const t = useMessages();
  const item = `${entity}:${id}`;
  useOpenItem(item);
  const viewers = useItemViewers(item);
  const others = viewers.filter(({ isSelf }) => !isSelf);
  return (
    <span role="status">
      {viewers.length === 0 ? null : (
        <Inline gap={1.5}>
          <Avatars viewers={others.slice(0, maxNames)} />
          <Text as="span" size="small" {...langProps(others.map(({ name }) => name).join(''))}>
            {others.length > 0
              ? t('itemPresence.editing', {
                  names: joinNames(others),
                  count: others.length,
                  itemType: entity.replaceAll('-', ' '),
                })
              : t('itemPresence.self')}
          </Text>
        </Inline>
      )}
    </span>
  );
}

/** Marks an item of a list that others have open, with their initials and, on hover and for screen readers, their names. */
export function ItemPresenceMark({ entity, id }: ItemPresenceProps) {
  const t = useMessages();
  const viewers = useItemViewers(`${entity}:${id}`);
  if (viewers.length === 0) return null;
  const names = viewers.map(({ name, isSelf }) => (isSelf ? t('itemPresence.selfInList') : name));
  const label = t('itemPresence.openNow', { names: names.join(', ') });
  return (
    <Tooltip text={label}>
      <span role="img" aria-label={label}>
        <Avatars viewers={viewers.slice(0, maxNames)} />
      </span>
    </Tooltip>
  );
}

function Avatars({ viewers }: { viewers: readonly ItemViewer[] }) {
  return (
    <>
      {viewers.map(({ userId, name }) => (
        <Avatar key={userId} name={name} size={22} />
      ))}
    </>
  );
}

/** `Sokha`, `Sokha and Dara`, `Sokha, Dara and 3 others`. */
function joinNames(viewers: readonly ItemViewer[]): string {
  const names = viewers.slice(0, maxNames).map(({ name }) => name);
  const more = viewers.length - names.length;
  const [first = '', second] = names;
  if (more > 0) return message('itemPresence.andOthers', { names: names.join(', '), more });
  return second === undefined ? first : message('itemPresence.two', { first, second });
}

import type { ComponentExtension, ExtensionSource } from '@khmer-learning/console-sdk';
import { Dialog, Text } from '@khmer-learning/ui-kit';

function Games({ item, onClose }: { item?: { name: string }; onClose?: () => void }) {
  const text = <Text>{`Games with the words of ${item?.name}`}</Text>;
  if (onClose === undefined) return text;
  return (
    <Dialog open onOpenChange={onClose} title="Games">
      {text}
    </Dialog>
  );
}

const panel = (id: string, title: string) =>
  ({ remote: 'games', extension: { point: 'form-panel', id, order: 1, entity: id, title } }) as const;
const action = (id: string, label: string) =>
  ({
    remote: 'games',
    extension: { point: 'row-action', id, order: 1, entity: id, label, icon: 'shapes' },
  }) as const;

/** A form panel that works, one whose code is not available, and one whose code never arrives. */
export const formPanels = {
  working: panel('working', 'Games'),
  failing: panel('failing', 'Failing games'),
  loading: panel('loading', 'Slow games'),
} as const;

/** The extensions of an imaginary remote. An entity is named like the extension that it has. */
export const exampleExtensions: ExtensionSource = {
  extensions: [
    ...Object.values(formPanels),
    action('working', 'Games'),
    action('failing', 'Failing games'),
    action('loading', 'Slow games'),
  ],
  load: async ({ extension: { id } }: ComponentExtension) => {
    if (id === 'failing') throw new Error('The remote is not available');
    if (id === 'loading') await new Promise(() => {});
    return Games;
  },
  reportCrash: () => {},
};

import { MenuItem } from '@khmer-learning/ui-kit';
import type { ConsoleViewEntry } from './console-views.ts';
import { ViewIcon } from './view-icon.tsx';

export interface ViewMenuItemsProps {
  views: readonly ConsoleViewEntry[];
  currentId: string;
  onOpenView: (view: ConsoleViewEntry) => void;
}

export function ViewMenuItems({ views, currentId, onOpenView }: ViewMenuItemsProps) {
  return views.map((view) => (
    <MenuItem
      key={view.id}
      icon={<ViewIcon name={view.icon} />}
      current={view.id === currentId}
      onSelect={() => onOpenView(view)}
    >
      {view.label}
    </MenuItem>
  ));
}

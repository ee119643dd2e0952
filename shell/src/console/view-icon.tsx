import {
  ArrowDownUpIcon,
  BookOpenIcon,
  ChartColumnIcon,
  FileTextIcon,
  HeartPulseIcon,
  KeyRoundIcon,
  LayersIcon,
  LayoutDashboardIcon,
  LibraryBigIcon,
  ListChecksIcon,
  ReceiptTextIcon,
  ShapesIcon,
  TagsIcon,
  TriangleAlertIcon,
  UsersIcon,
} from '@khmer-learning/ui-kit';
import type { ComponentType, SVGProps } from 'react';
import type { ConsoleViewEntry } from './console-views.ts';

const icons: Readonly<Record<ConsoleViewEntry['icon'], ComponentType<SVGProps<SVGSVGElement>>>> = {
  book: BookOpenIcon,
  chart: ChartColumnIcon,
  dashboard: LayoutDashboardIcon,
  file: FileTextIcon,
  health: HeartPulseIcon,
  key: KeyRoundIcon,
  layers: LayersIcon,
  library: LibraryBigIcon,
  quiz: ListChecksIcon,
  receipt: ReceiptTextIcon,
  shapes: ShapesIcon,
  tag: TagsIcon,
  transfer: ArrowDownUpIcon,
  unknown: TriangleAlertIcon,
  users: UsersIcon,
};

/** The icon beside a view's name. */
export function ViewIcon({ name }: { name: ConsoleViewEntry['icon'] }) {
  const Icon = icons[name];
  return <Icon width="1.125rem" height="1.125rem" aria-hidden="true" />;
}

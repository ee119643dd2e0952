import {
  ArrowDownUpIcon,
  BookOpenIcon,
  ChartColumnIcon,
  CreditCardIcon,
  DollarSignIcon,
  FileTextIcon,
  GiftIcon,
  KeyRoundIcon,
  LayersIcon,
  LibraryBigIcon,
  ListChecksIcon,
  ReceiptTextIcon,
  ShapesIcon,
  TagsIcon,
  UserCheckIcon,
  UsersIcon,
} from '@khmer-learning/ui-kit';
import type { ComponentType, SVGProps } from 'react';
import type { ViewIconName } from '../manifest/icon-names.ts';

const icons: Readonly<Record<ViewIconName, ComponentType<SVGProps<SVGSVGElement>>>> = {
  book: BookOpenIcon,
  card: CreditCardIcon,
  chart: ChartColumnIcon,
  dollar: DollarSignIcon,
  file: FileTextIcon,
  gift: GiftIcon,
  key: KeyRoundIcon,
  layers: LayersIcon,
  library: LibraryBigIcon,
  quiz: ListChecksIcon,
  receipt: ReceiptTextIcon,
  shapes: ShapesIcon,
  tag: TagsIcon,
  transfer: ArrowDownUpIcon,
  'user-check': UserCheckIcon,
  users: UsersIcon,
};

/** An icon that a manifest names. The text beside it has the meaning. */
export function ManifestIcon({ name, ...props }: { name: ViewIconName } & SVGProps<SVGSVGElement>) {
  const Icon = icons[name];
  return <Icon aria-hidden="true" {...props} />;
}

import { useSession } from '@khmer-learning/console-sdk';
import {
  type Appearance,
  Avatar,
  ChevronDownIcon,
  color,
  DropdownMenu,
  fontSize,
  fontWeight,
  LogOutIcon,
  langProps,
  languages,
  MenuItem,
  MenuRadioGroup,
  MenuSeparator,
  MonitorIcon,
  MoonIcon,
  radius,
  SunIcon,
  space,
  useAppearance,
  useLanguage,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { ViewMenuItems, type ViewMenuItemsProps } from './view-menu-items.tsx';

const Trigger = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  min-height: 2.75rem;
  padding: ${space(2)} ${space(3)};
  border: 0;
  border-radius: ${radius.medium};
  background: transparent;
  color: inherit;
  font: inherit;
  text-align: start;
  cursor: pointer;

  & > svg { flex: none; width: 1rem; height: 1rem; color: ${color('textMuted')}; }
  &:hover, &[aria-expanded='true'] { background: ${color('surfaceHover')}; }
  &[aria-current] { background: ${color('surfaceSelected')}; }
`;
const Names = styled.span`flex: 1; min-width: 0;`;
const Line = styled.span`display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;`;
/* Two lines have room for most names. */
const FullName = styled.span`
  display: -webkit-box;
  overflow: hidden;
  font-weight: ${fontWeight.medium};
  line-height: 1.4;
  overflow-wrap: break-word;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  &:lang(km) { line-height: 1.8; }
`;
const Email = styled(Line)`color: ${color('textMuted')}; font-size: ${fontSize.tiny};`;

/** The signed-in user's initials, full name and email, which open what is the user's own: `views` and settings. */
export function AccountMenu({ views, currentId, onOpenView }: ViewMenuItemsProps) {
  const { user, signOut } = useSession();
  const { appearance, setAppearance } = useAppearance();
  const { language, setLanguage, numerals, setNumerals } = useLanguage();
  const t = useMessages();
  const appearances: readonly { value: Appearance; label: string; icon: ReactNode }[] = [
    { value: 'system', label: t('accountMenu.system'), icon: <MonitorIcon aria-hidden="true" /> },
    { value: 'light', label: t('accountMenu.light'), icon: <SunIcon aria-hidden="true" /> },
    { value: 'dark', label: t('accountMenu.dark'), icon: <MoonIcon aria-hidden="true" /> },
  ];
  const fullName = `${user.firstName} ${user.lastName}`.trim();
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Trigger type="button" aria-current={views.some(({ id }) => id === currentId) ? 'true' : undefined}>
          <Avatar name={fullName} />
          <Names>
            <FullName {...langProps(fullName)}>{fullName}</FullName> <Email>{user.email}</Email>
          </Names>
          <VisuallyHidden>{t('accountMenu.title')}</VisuallyHidden>
          <ChevronDownIcon aria-hidden="true" />
        </Trigger>
      }
    >
      <ViewMenuItems views={views} currentId={currentId} onOpenView={onOpenView} />
      {views.length === 0 ? null : <MenuSeparator />}
      <MenuRadioGroup
        label={t('accountMenu.language')}
        value={language}
        onValueChange={(chosen) => void setLanguage(chosen)}
        options={languages}
      />
      {language === 'km' ? (
        <MenuRadioGroup
          label={t('accountMenu.numerals')}
          value={numerals}
          onValueChange={setNumerals}
          options={[
            { value: 'latn', label: t('accountMenu.latinNumerals') },
            { value: 'khmr', label: t('accountMenu.khmerNumerals') },
          ]}
        />
      ) : null}
      <MenuSeparator />
      <MenuRadioGroup
        label={t('accountMenu.theme')}
        value={appearance}
        onValueChange={setAppearance}
        options={appearances}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOutIcon aria-hidden="true" />} onSelect={() => void signOut()}>
        {t('accountMenu.logOut')}
      </MenuItem>
    </DropdownMenu>
  );
}

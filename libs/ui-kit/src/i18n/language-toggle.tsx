import { SegmentedToggle } from '../forms/segmented-toggle.tsx';
import { useMessages } from '../messages/messages.ts';
import { languages, useLanguage } from './language.ts';

/** Switches the language of the page. Each language has its name in its own words. */
export function LanguageToggle() {
  const t = useMessages();
  const { language, setLanguage } = useLanguage();
  return (
    <SegmentedToggle
      aria-label={t('languageToggle.label')}
      options={languages}
      value={language}
      onValueChange={(chosen) => void setLanguage(chosen)}
    />
  );
}

import { Select } from '../forms/select.tsx';
import { useMessages } from '../messages/messages.ts';
import { type Language, languages, useLanguage } from './language.ts';

/**
 * A select for the language of the page, which each language has in its own words.
 * @param props.onChange called with the chosen language, once it is shown
 */
export function LanguageSelect({ onChange }: { onChange?: (language: Language) => void }) {
  const t = useMessages();
  const { language, setLanguage } = useLanguage();
  const change = async (value: string) => {
    const chosen = languages.find((one) => one.value === value)?.value;
    if (chosen === undefined) return;
    await setLanguage(chosen);
    onChange?.(chosen);
  };
  return (
    <Select
      aria-label={t('languageSelect.label')}
      options={languages}
      value={language}
      onValueChange={(value) => void change(value)}
    />
  );
}

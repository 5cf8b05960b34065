import { useSelector } from '@xstate/react';
import { HTML_LANGUAGE, LANGUAGES, type Language } from '#domain/language';
import { selectLanguage } from '#machines/language.machine';
import { useApp } from '../app/app-context.ts';
import { t } from '../app/i18n.ts';
import classes from './tool-button.module.css';

/** A language is named in itself, whatever the page speaks. */
const OWN_NAME: Readonly<Record<Language, string>> = { 'zh-cn': '简体中文', en: 'English' };

/** Offers the next language; with two of them that is the other one, one press away. Source: specification §4, "Language and login". */
export function LanguageButton() {
  const { language } = useApp();
  const current = useSelector(language, selectLanguage);
  const next = LANGUAGES[(LANGUAGES.indexOf(current) + 1) % LANGUAGES.length] ?? current;
  return (
    <button
      type="button"
      className={classes['button']}
      data-with-text
      title={t('common.language.change')}
      onClick={() => language.send({ type: 'language.changeRequested', language: next })}
    >
      <span className={classes['quiet']}>{t('common.language.change')}</span>
      <span lang={HTML_LANGUAGE[next]}>{OWN_NAME[next]}</span>
    </button>
  );
}

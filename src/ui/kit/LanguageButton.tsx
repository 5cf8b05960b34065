import { useSelector } from '@xstate/react';
import { HTML_LANGUAGE } from '#domain/base/language';
import { selectLanguage } from '#machines/app/language.machine';
import { useApp } from '../base/app-context.ts';
import { t } from '../base/i18n.ts';
import { LANGUAGE_OWN_NAME, otherLanguage } from '../base/language-names.ts';
import classes from './tool-button.module.css';

/** Offers the other language, one press away. Source: specification §4, "Language and login". */
export function LanguageButton() {
  const { language } = useApp();
  const next = otherLanguage(useSelector(language, selectLanguage));
  return (
    <button
      type="button"
      className={classes.button}
      data-with-text
      title={t('common.language.change')}
      onClick={() => language.send({ type: 'language.changeRequested', language: next })}
    >
      <span className={classes.quiet}>{t('common.language.change')}</span>
      <span lang={HTML_LANGUAGE[next]}>{LANGUAGE_OWN_NAME[next]}</span>
    </button>
  );
}

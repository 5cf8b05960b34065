import { useSelector } from '@xstate/react';
import { HTML_LANGUAGE } from '#domain/base/language';
import { selectIsAskingToReload, selectLanguage } from '#machines/app/language.machine';
import { useApp } from '../base/app-context.ts';
import { t } from '../base/i18n.ts';
import { LANGUAGE_OWN_NAME, otherLanguage } from '../base/language-names.ts';
import classes from './tool-button.module.css';

/**
 * Offers the other language, one press away. Where no shell stands that asks before unsaved work is lost (`LeaveDialog`), the browser
 * asks: work of an area lives on while a public page is read. Source: specification §4, "Language and login".
 */
export function LanguageButton({ isInShell = false }: { readonly isInShell?: boolean }) {
  const { language } = useApp();
  const next = otherLanguage(useSelector(language, selectLanguage));
  const change = () => {
    language.send({ type: 'language.changeRequested', language: next });
    if (isInShell || !selectIsAskingToReload(language.getSnapshot())) return;
    // Public pages come without the library of dialogs, and hardly anybody meets this question there.
    const isYes = confirm(`${t('common.leave.reloadTitle')}\n\n${t('common.leave.body')}`);
    language.send({ type: isYes ? 'language.changeConfirmed' : 'language.changeDismissed' });
  };
  return (
    <button type="button" className={classes.button} data-with-text title={t('common.language.change')} onClick={change}>
      <span className={classes.quiet}>{t('common.language.change')}</span>
      <span lang={HTML_LANGUAGE[next]}>{LANGUAGE_OWN_NAME[next]}</span>
    </button>
  );
}

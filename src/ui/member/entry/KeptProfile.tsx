import { useSelector } from '@xstate/react';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import type { FormValue } from '#machines/members/account-form.machine';
import { t, text } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import buttons from '../../kit/plain-button.module.css';
import classes from './entry.module.css';

/** What had been typed into the profile when the session ended: whoever may not sign in again can still copy it, or discard it. */
export function KeptProfile() {
  const { keptProfile, discardProfile } = useBundle('entry');
  const question = useLeafActor(disclosureMachine, { id: 'discardKeptProfile' });
  const isAsking = useSelector(question, selectIsOpen);
  // Read anew whenever the question is opened or answered.
  const kept = useSelector(question, () => keptProfile());
  if (!kept) return null;
  const lines = Object.entries(kept).map(([field, value]) => `${text(`memberPages.profile.${field}`)}: ${valueText(field, value)}`);
  return (
    <details className={classes.kept}>
      <summary>{t('entryForms.kept.waiting')}</summary>
      <p>{t('entryForms.kept.hint')}</p>
      <textarea readOnly rows={Math.min(lines.length + 1, 8)} aria-label={t('entryForms.kept.typed')} value={lines.join('\n')} />
      {isAsking ? (
        <div className={classes.row}>
          <output>{t('entryForms.kept.ask')}</output>
          <button type="button" className={buttons.secondary} onClick={() => question.send({ type: 'disclosure.closed' })}>
            {t('entryForms.kept.stay')}
          </button>
          <button
            type="button"
            className={buttons.secondary}
            onClick={() => {
              discardProfile();
              question.send({ type: 'disclosure.closed' });
            }}
          >
            {t('entryForms.kept.confirm')}
          </button>
        </div>
      ) : (
        <button type="button" className={classes.link} onClick={() => question.send({ type: 'disclosure.opened' })}>
          {t('entryForms.kept.discard')}
        </button>
      )}
    </details>
  );
}

const valueText = (field: string, value: FormValue): string =>
  field === 'gender' ? text(`memberPages.profile.gender${String(value)}`) : value === null ? t('memberPages.profile.empty') : String(value);

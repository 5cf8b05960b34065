import type { FormValue } from '#machines/members/account-form.machine';
import { t, text } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import classes from './entry.module.css';

/** What had been typed into the profile when the session ended: whoever may not sign in again can still copy it. */
export function KeptProfile() {
  const kept = useBundle('entry').keptProfile();
  if (!kept) return null;
  const lines = Object.entries(kept).map(([field, value]) => `${text(`member.profile.${field}`)}: ${valueText(field, value)}`);
  return (
    <details className={classes.kept}>
      <summary>{t('entry.kept.waiting')}</summary>
      <p>{t('entry.kept.hint')}</p>
      <textarea readOnly rows={Math.min(lines.length + 1, 8)} aria-label={t('entry.kept.typed')} value={lines.join('\n')} />
    </details>
  );
}

const valueText = (field: string, value: FormValue): string =>
  field === 'gender' ? text(`member.profile.gender${String(value)}`) : value === null ? t('member.profile.empty') : String(value);

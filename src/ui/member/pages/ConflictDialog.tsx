import '../../kit/form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import {
  selectAccountConflicts,
  selectIsFormConflicted,
  type AccountFormRef,
  type FormValue,
} from '#machines/members/account-form.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { hasText, t, text } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import classes from './pages.module.css';

const SIDES = ['mine', 'theirs'] as const;

function shownOf(field: string, value: FormValue): string {
  if (field === 'gender') return text(`memberPages.profile.gender${String(value)}`);
  return typeof value === 'string' && value !== '' ? value : t('memberPages.profile.empty');
}

/** Somebody else has saved first: for each field that both changed, which is to stay. */
export function ConflictDialog({ form }: { readonly form: AccountFormRef }) {
  const isOpen = useSelector(form, selectIsFormConflicted);
  const conflicts = useSelector(form, selectAccountConflicts, (before, after) => JSON.stringify(before) === JSON.stringify(after));
  return (
    <AdminProvider>
      <Modal
        opened={isOpen}
        onClose={() => form.send({ type: 'conflict.dismissed' })}
        title={t('memberPages.profile.conflictTitle')}
        size={520}
        padding="lg"
        closeButtonProps={{ 'aria-label': t('common.action.close') }}
      >
        <div className={classes.form}>
          <p className={classes.lead}>{t('memberPages.profile.conflictBody')}</p>
          {conflicts.map(({ field, side, ...values }) => (
            <fieldset key={field} className={classes.choices}>
              <legend>{hasText(`memberPages.profile.${field}`) ? text(`memberPages.profile.${field}`) : field}</legend>
              {SIDES.map((one) => (
                <label key={one}>
                  <input
                    type="radio"
                    name={`conflict-${field}`}
                    checked={side === one}
                    onChange={() => form.send({ type: 'conflict.sideChosen', field, side: one })}
                  />
                  <span>
                    {t(`memberPages.profile.${one}`)}: {shownOf(field, values[one])}
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
          <div className={classes.row}>
            <button type="button" className={buttons.secondary} onClick={() => form.send({ type: 'conflict.dismissed' })}>
              {t('memberPages.profile.continue')}
            </button>
            <button type="button" className={buttons.primary} onClick={() => form.send({ type: 'conflict.settled' })}>
              {t('memberPages.profile.settle')}
            </button>
          </div>
        </div>
      </Modal>
    </AdminProvider>
  );
}

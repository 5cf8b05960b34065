import { useSelector } from '@xstate/react';
import { Suspense, type FormEvent } from 'react';
import { loginPath } from '#domain/app/route-target';
import { entryHref } from '#domain/members/entry-way';
import { checkUndoNumber } from '#domain/members/undo-number';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectAddressUndoIsDone, selectUndoFailure, type AddressUndoRef } from '#machines/members/address-undo.machine';
import { AppLink } from '../base/AppLink.tsx';
import { t } from '../base/i18n.ts';
import { useBundle } from '../base/lazy-bundles.ts';
import { useLeafActor } from '../base/use-leaf-actor.ts';
import { PlainField } from '../kit/form/PlainField.tsx';
import buttons from '../kit/plain-button.module.css';
import { afterPress } from '../kit/after-press.ts';
import { PublicFrame } from '../site/PublicFrame.tsx';
import { FailureBox } from './base/FailureBox.tsx';
import { usePlainForm, valueOf } from './base/plain-form.ts';
import classes from './entry/entry.module.css';

const RESET_HREF = entryHref('', 'reset');

/** Of whom the address is: what is said of it differs. */
interface Whose {
  readonly of: 'undo' | 'adminUndo';
}

/** `/user/undo`: the number from the message to an old address, for whoever did not change it. Open while the centre is closed, too. */
export const AddressUndoPage = () => <UndoPage of="undo" />;

/** `/admin/undo`: the same of an administrator. */
export const AdminUndoPage = () => <UndoPage of="adminUndo" />;

function UndoPage({ of }: Whose) {
  return (
    <PublicFrame>
      <div className={classes.card}>
        <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
          <AddressUndo of={of} />
        </Suspense>
      </div>
    </PublicFrame>
  );
}

function AddressUndo({ of }: Whose) {
  const { addressUndo, adminUndo } = useBundle('entry');
  const undo = useLeafActor(of === 'undo' ? addressUndo : adminUndo, { id: 'addressUndo' });
  const isDone = useSelector(undo, selectAddressUndoIsDone);
  return (
    <>
      <h1 className={classes.title}>{t(isDone ? `entryForms.${of}.doneTitle` : `entryForms.${of}.title`)}</h1>
      {isDone ? (
        <output className={classes.form}>
          <span className={classes.stepHint}>{t(`entryForms.${of}.doneBody`)}</span>
          <AppLink to={of === 'undo' ? RESET_HREF : loginPath('admin')} className={buttons.primary}>
            {t(of === 'undo' ? 'entryForms.undo.newPassword' : 'entryForms.adminUndo.signIn')}
          </AppLink>
        </output>
      ) : (
        <NumberForm undo={undo} of={of} />
      )}
    </>
  );
}

function NumberForm({ undo, of }: Whose & { readonly undo: AddressUndoRef }) {
  const failure = useSelector(undo, selectUndoFailure);
  const isBusy = useSelector(undo, selectIsBusy);
  const form = usePlainForm({ id: 'addressUndoForm', failure, later: afterPress, onEdited: () => undo.send({ type: 'undo.edited' }) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = valueOf(event.currentTarget, 'number');
    const issue = checkUndoNumber(number);
    if (!isBusy && form.submit(event.currentTarget, issue ? { number: issue } : {})) undo.send({ type: 'undo.submitted', number });
  };
  return (
    <>
      <p className={classes.lead}>{t(`entryForms.${of}.lead`)}</p>
      <form className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy}>
        <FailureBox failure={form.isSaidAt(['number']) ? null : failure} />
        <PlainField
          {...form.field('number', checkUndoNumber)}
          label={t('entryForms.undo.number')}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <p className={classes.note}>{t(`entryForms.${of}.what`)}</p>
        <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
          {t(isBusy ? 'entryForms.undo.submitting' : 'entryForms.undo.submit')}
        </button>
      </form>
    </>
  );
}

import '../../kit/form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectIsCodeAsked,
  selectIsProofAsked,
  selectProofFailure,
  selectProofWays,
  type ProofRef,
  type ProofSent,
} from '#machines/members/proof.machine';
import { selectMember } from '#machines/session/session.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { PlainField } from '../../kit/form/PlainField.tsx';
import { PlainPassword } from '../../kit/form/PlainPassword.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { AUTOFOCUS } from '../base/first-field.ts';
import { usePlainForm, valueOf } from '../base/plain-form.ts';
import classes from '../pages/pages.module.css';
import safety from './safety.module.css';

/** Asks the member to prove that they are there, over whatever page wanted it. Source: security.md rule 6. */
export function ProofDialog({ proof }: { readonly proof: ProofRef }) {
  const isOpen = useSelector(proof, selectIsProofAsked);
  const isCode = useSelector(proof, selectIsCodeAsked);
  const dismiss = () => proof.send({ type: 'proof.dismissed' });
  return (
    <AdminProvider>
      <Modal
        opened={isOpen}
        onClose={dismiss}
        title={t('safety.proof.title')}
        size={440}
        padding="lg"
        zIndex={300}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('common.action.close') }}
      >
        <ProofForm key={isCode ? 'code' : 'password'} proof={proof} isCode={isCode} onCancel={dismiss} />
      </Modal>
    </AdminProvider>
  );
}

interface ProofFormProps {
  readonly proof: ProofRef;
  /** Whether a code of the second factor is asked for instead of the password. */
  readonly isCode: boolean;
  readonly onCancel: () => void;
}

function ProofForm({ proof, isCode, onCancel }: ProofFormProps) {
  const { memberSession } = useApp();
  const failure = useSelector(proof, selectProofFailure);
  const ways = useSelector(proof, selectProofWays);
  const isBusy = useSelector(proof, selectIsBusy);
  const username = useSelector(memberSession, (snapshot) => selectMember(snapshot)?.username ?? '');
  const form = usePlainForm({
    id: 'proofForm',
    failure,
    wireNames: { code: 'factorCode' },
    onEdited: () => proof.send({ type: 'proof.edited' }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = isCode ? 'code' : 'password';
    const typed = valueOf(event.currentTarget, name);
    if (isBusy || !form.submit(event.currentTarget, typed === '' ? { [name]: { key: 'validation.required' } } : {})) return;
    const sent: ProofSent = isCode ? { way: 'code', code: new Secret(typed.trim()) } : { way: 'password', password: new Secret(typed) };
    proof.send({ type: 'proof.sent', proof: sent });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <p className={classes.lead}>{t('safety.proof.lead')}</p>
      {/* Whoever has closed the device's question may take another way. */}
      <FailureBox failure={form.isSaidAt(['password', 'code']) || failure?.kind === 'aborted' ? null : failure} />
      {/* Managers of passwords want to know whose it is. */}
      <input type="text" className={classes.quiet} autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden="true" />
      {isCode ? (
        <PlainField
          {...form.field('code')}
          label={t('safety.proof.code')}
          placeholder={t('safety.proof.codeHint')}
          autoComplete="one-time-code"
          maxLength={20}
          {...AUTOFOCUS}
        />
      ) : (
        <PlainPassword
          {...form.field('password')}
          label={t('safety.proof.password')}
          autoComplete="current-password"
          isShown={form.isPasswordShown}
          toggleLabel={t(form.isPasswordShown ? 'memberPages.password.hide' : 'memberPages.password.show')}
          onToggle={form.togglePassword}
          {...AUTOFOCUS}
        />
      )}
      {(ways.passkey || ways.code) && (
        <div className={safety.ways}>
          {ways.passkey && (
            <button
              type="button"
              className={buttons.secondary}
              aria-disabled={isBusy}
              onClick={() => !isBusy && proof.send({ type: 'proof.sent', proof: { way: 'passkey' } })}
            >
              {t('safety.proof.byPasskey')}
            </button>
          )}
          {ways.code && (
            <button
              type="button"
              className={buttons.secondary}
              onClick={() => proof.send({ type: 'proof.wayChosen', way: isCode ? 'password' : 'code' })}
            >
              {t(isCode ? 'safety.proof.byPassword' : 'safety.proof.byCode')}
            </button>
          )}
        </div>
      )}
      <div className={classes.row}>
        <button type="button" className={buttons.secondary} onClick={onCancel}>
          {t('common.action.cancel')}
        </button>
        <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
          {t(isBusy ? 'safety.proof.checking' : 'safety.proof.submit')}
        </button>
      </div>
    </form>
  );
}

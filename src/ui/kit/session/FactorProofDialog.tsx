import '../form-styles.ts';
import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { loginFormLogic } from '#machines/session/login-form.logic';
import {
  selectAwaitsPasskey,
  selectFactorFailure,
  selectHeldDeed,
  type FactorStatus,
  type TwoFactorRef,
} from '#machines/session/two-factor.machine';
import { t, text } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { FailureText } from '../feedback/FailureText.tsx';
import { typedIn } from '../form/typed-in.ts';
import classes from './account.module.css';

interface FactorProofProps {
  readonly factor: TwoFactorRef;
  readonly status: FactorStatus;
}

/** That the second factor which is on is still one's own, before another takes its place or new recovery codes are drawn. */
export function FactorProofDialog({ factor, status }: FactorProofProps) {
  const deed = useSelector(factor, selectHeldDeed);
  return (
    <Modal
      opened={deed !== null}
      onClose={() => factor.send({ type: 'factor.cancelled' })}
      title={deed && t(`account.factor.${deed}`)}
      size={440}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {deed && (
        <>
          <p className={classes.lead}>{t(`account.factor.${deed}Hint`)}</p>
          <ProofForm factor={factor} status={status} />
        </>
      )}
    </Modal>
  );
}

const FIELDS = ['password', 'factorCode'] as const;

function ProofForm({ factor, status }: FactorProofProps) {
  const failure = useSelector(factor, selectFactorFailure);
  const isBusy = useSelector(factor, selectIsBusy);
  const awaitsPasskey = useSelector(factor, selectAwaitsPasskey);
  const typed = useLeafActor(loginFormLogic, { id: 'factorProof' });
  const issues = useSelector(typed, (snapshot) => snapshot.context.issues);
  const hasPassword = status.hasPassword !== false;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const empty = FIELDS.filter((field) => (field !== 'password' || hasPassword) && typedIn(form, field).trim() === '');
    typed.send({ type: 'loginForm.submitted', issues: Object.fromEntries(empty.map((field) => [field, { key: 'validation.required' }])) });
    if (empty[0] !== undefined) return form.querySelector<HTMLInputElement>(`[name="${empty[0]}"]`)?.focus();
    const password = hasPassword ? new Secret(typedIn(form, 'password')) : null;
    const code = new Secret(typedIn(form, 'factorCode').trim());
    factor.send({ type: 'factor.proved', proof: { way: 'code', password, code } });
  };
  const refused = failure?.kind === 'rejected' ? (failure.fields ?? {}) : {};
  const errorAt = (field: (typeof FIELDS)[number]) => (issues[field] ? text(issues[field].key, issues[field].params) : refused[field]);
  // Whoever has closed the device's question knows that nothing happened.
  const problem = failure && failure.kind !== 'aborted' && !FIELDS.some((field) => refused[field]) ? failure : null;
  const edited = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && issues[target.name]) typed.send({ type: 'loginForm.fieldEdited', field: target.name });
  };
  return (
    <form onSubmit={submit} onChange={edited} noValidate aria-busy={isBusy}>
      {!hasPassword && <p className={classes.lead}>{t('account.factor.withoutPassword')}</p>}
      {problem && (
        <p className={classes.lead} role="alert">
          <FailureText failure={problem} />
        </p>
      )}
      {hasPassword && (
        <PasswordInput
          mt="sm"
          name="password"
          label={t('account.factor.password')}
          labelProps={{ mb: 4 }}
          error={errorAt('password')}
          errorProps={{ role: 'alert' }}
          aria-invalid={errorAt('password') !== undefined}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account.factor.showPassword') }}
          data-autofocus
        />
      )}
      <TextInput
        mt="sm"
        name="factorCode"
        label={t('account.factor.held')}
        labelProps={{ mb: 4 }}
        description={t('account.factor.heldHint')}
        error={errorAt('factorCode')}
        errorProps={{ role: 'alert' }}
        autoComplete="one-time-code"
        maxLength={30}
        {...(!hasPassword && { 'data-autofocus': true })}
      />
      {status.hasPasskey && (
        <Button
          mt="sm"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconKey size={16} />}
          aria-disabled={isBusy}
          onClick={() => !isBusy && factor.send({ type: 'factor.proved', proof: { way: 'passkey' } })}
        >
          {t(awaitsPasskey ? 'account.factor.byPasskeyWaiting' : 'account.factor.byPasskey')}
        </Button>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => factor.send({ type: 'factor.cancelled' })}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" loading={isBusy && !awaitsPasskey} disabled={awaitsPasskey}>
          {t('account.factor.goOn')}
        </Button>
      </Group>
    </form>
  );
}

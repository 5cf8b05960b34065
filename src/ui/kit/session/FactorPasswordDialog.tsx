import '../form-styles.ts';
import { Button, Group, Modal, PasswordInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent } from 'react';
import { fieldRefusal } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectFactorFailure, type TwoFactorRef } from '#machines/session/two-factor.machine';
import { t } from '../../base/i18n.ts';
import { failureText } from '../feedback/FailureText.tsx';
import { typedIn } from '../form/typed-in.ts';
import classes from './account.module.css';

export interface FactorPasswordDialogProps {
  readonly factor: TwoFactorRef;
  /** What is asked; null while nothing is. */
  readonly words: { readonly title: string; readonly hint: string; readonly password: string; readonly goOn: string } | null;
  readonly isDanger: boolean;
}

/** The password of whoever is signed in, before anything happens to a second factor. */
export function FactorPasswordDialog({ factor, words, isDanger }: FactorPasswordDialogProps) {
  const failure = useSelector(factor, selectFactorFailure);
  const isBusy = useSelector(factor, selectIsBusy);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    factor.send({ type: 'factor.passwordGiven', password: new Secret(typedIn(event.currentTarget, 'password')) });
  };
  const problem = failure && (fieldRefusal(failure, 'password') || failureText(failure));
  return (
    <Modal
      opened={words !== null}
      onClose={() => factor.send({ type: 'factor.cancelled' })}
      title={words?.title}
      size={440}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <form onSubmit={submit} noValidate aria-busy={isBusy}>
        {words && <p className={classes.lead}>{words.hint}</p>}
        <PasswordInput
          mt="sm"
          name="password"
          label={words?.password}
          labelProps={{ mb: 4 }}
          error={problem}
          errorProps={{ role: 'alert' }}
          aria-invalid={Boolean(problem)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account.factor.showPassword') }}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={() => factor.send({ type: 'factor.cancelled' })}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" color={isDanger ? 'red' : 'jade'} loading={isBusy}>
            {words?.goOn}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

import '../form-styles.ts';
import { Button, Checkbox, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { isMissingCall } from '#domain/base/missing-call';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectChosenPasskey,
  selectPasskeys,
  selectPasskeysFailure,
  selectPasskeysIsUnavailable,
  type Passkey,
  type PasskeysRef,
} from '#machines/session/passkeys.machine';
import { Secret } from '#domain/base/secret';
import { loginFormLogic } from '#machines/session/login-form.logic';
import { t, text } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { timeAttribute, timeText } from '../cells/time-text.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { ReadFailed } from '../feedback/ReadFailed.tsx';
import { FailureText } from '../feedback/FailureText.tsx';
import { NamedSkeleton } from '../feedback/NamedSkeleton.tsx';
import account from './account.module.css';
import { deviceText } from './device-text.ts';
import { typedIn } from '../form/typed-in.ts';

export interface PasskeysViewProps {
  readonly passkeys: PasskeysRef;
  /** What lets a change through: the password in the question itself, or a proof of presence that its calls ask for. */
  readonly proof: 'password' | 'presence';
  /** The class of what stands around it; where there is nothing to say, nothing does. */
  readonly card?: string | undefined;
}

/** The passkeys of the own account. */
export function PasskeysView({ passkeys, proof: asked, card }: PasskeysViewProps) {
  const shown = useSelector(passkeys, selectPasskeys);
  const failure = useSelector(passkeys, selectPasskeysFailure);
  const isUnavailable = useSelector(passkeys, selectPasskeysIsUnavailable);
  const isBusy = useSelector(passkeys, selectIsBusy);
  if (isUnavailable && isMissingCall(failure)) return null;
  if (isUnavailable)
    return (
      <section className={card}>
        <ReadFailed
          level={3}
          title={t('safety.passkeys.failed')}
          failure={failure}
          onRetry={() => passkeys.send({ type: 'passkeys.retried' })}
        />
      </section>
    );
  if (!shown)
    return (
      <section className={card}>
        <NamedSkeleton heightPx={120} label={t('safety.passkeys.loading')} />
      </section>
    );
  const proof = shown.hasPassword === false ? 'presence' : asked;
  // Where none can be made and there is none, there is nothing to say.
  if (!shown.canAdd && shown.list.length === 0) return null;
  return (
    <section className={card} aria-busy={isBusy}>
      <div className={account.head}>
        <h2 className={account.subtitle}>{t('safety.passkeys.title')}</h2>
        {shown.canAdd && (
          <Button size="xs" onClick={() => passkeys.send({ type: 'passkeys.addRequested' })}>
            {t('safety.passkeys.add')}
          </Button>
        )}
      </div>
      <p className={account.lead}>{t(shown.list.length === 0 ? 'safety.passkeys.none' : 'safety.passkeys.lead')}</p>
      {shown.hasPassword === false && <p className={account.lead}>{t('safety.passkeys.withoutPassword')}</p>}
      <ul className={account.sessions}>
        {shown.list.map((passkey) => (
          <Entry key={passkey.id} passkey={passkey} passkeys={passkeys} />
        ))}
      </ul>
      <Question passkeys={passkeys} proof={proof} />
      {proof === 'presence' && <Removal passkeys={passkeys} />}
    </section>
  );
}

function Entry({
  passkey: { id, name, createTime, usedTime, isSynced },
  passkeys,
}: {
  readonly passkey: Passkey;
  readonly passkeys: PasskeysRef;
}) {
  return (
    <li>
      <IconKey size={22} stroke={1.5} aria-hidden="true" />
      <div className={account.entry}>
        <strong>
          {name}
          {isSynced && <span className={account.mark}>{t('safety.passkeys.synced')}</span>}
        </strong>
        <dl>
          <dt>{t('safety.passkeys.created')}</dt>
          <dd>
            <time dateTime={timeAttribute(createTime)}>{timeText(createTime)}</time>
          </dd>
          <dt>{t('safety.passkeys.used')}</dt>
          <dd>{usedTime === null ? t('safety.passkeys.never') : <time dateTime={timeAttribute(usedTime)}>{timeText(usedTime)}</time>}</dd>
        </dl>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t('safety.passkeys.renameThis', { name })}
        onClick={() => passkeys.send({ type: 'passkeys.renameRequested', id })}
      >
        {t('safety.passkeys.rename')}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={t('safety.passkeys.removeThis', { name })}
        onClick={() => passkeys.send({ type: 'passkeys.removeRequested', id })}
      >
        {t('safety.passkeys.remove')}
      </Button>
    </li>
  );
}

type Deed = 'adding' | 'naming' | 'removing';

/** What is going to happen: a name for a new passkey or another one for an old, or the end of one. */
function Question({ passkeys, proof }: PasskeysViewProps) {
  const isAdding = useSelector(passkeys, (snapshot) => snapshot.hasTag('adding'));
  const isNaming = useSelector(passkeys, (snapshot) => snapshot.hasTag('naming'));
  // Without a password there is nothing to type.
  const isRemoving = useSelector(passkeys, (snapshot) => proof === 'password' && snapshot.hasTag('removing'));
  const chosen = useSelector(passkeys, selectChosenPasskey);
  const deed: Deed | null = isAdding ? 'adding' : isNaming ? 'naming' : isRemoving ? 'removing' : null;
  const titles = {
    adding: t('safety.passkeys.add'),
    naming: t('safety.passkeys.rename'),
    removing: t('safety.passkeys.removeTitle', { name: chosen?.name ?? '' }),
  };
  return (
    <Modal
      opened={deed !== null}
      onClose={() => passkeys.send({ type: 'passkeys.cancelled' })}
      title={deed && titles[deed]}
      size={440}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {deed && <DeedForm passkeys={passkeys} proof={proof} deed={deed} />}
    </Modal>
  );
}

const LEADS = { adding: 'safety.passkeys.addHint', removing: 'safety.passkeys.removeHint' } as const;
const DONE_BY = { adding: 'safety.passkeys.goOn', naming: 'safety.passkeys.save', removing: 'safety.passkeys.remove' } as const;

function DeedForm({ passkeys, proof, deed }: Omit<PasskeysViewProps, 'card'> & { readonly deed: Deed }) {
  const chosen = useSelector(passkeys, selectChosenPasskey);
  const failure = useSelector(passkeys, selectPasskeysFailure);
  const isBusy = useSelector(passkeys, selectIsBusy);
  const typed = useLeafActor(loginFormLogic, { id: 'passkeyForm' });
  const issues = useSelector(typed, (snapshot) => snapshot.context.issues);
  const asksPassword = proof === 'password' && deed !== 'naming';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const asked = [...(deed === 'removing' ? [] : ['name']), ...(asksPassword ? ['password'] : [])];
    const empty = asked.filter((field) => typedIn(form, field).trim() === '');
    typed.send({ type: 'loginForm.submitted', issues: Object.fromEntries(empty.map((field) => [field, { key: 'validation.required' }])) });
    if (empty[0] !== undefined) return form.querySelector<HTMLInputElement>(`[name="${empty[0]}"]`)?.focus();
    const name = typedIn(form, 'name').trim();
    const password = asksPassword ? new Secret(typedIn(form, 'password')) : null;
    if (deed === 'adding') passkeys.send({ type: 'passkeys.described', name, endOthers: typedIn(form, 'endOthers') !== '', password });
    else if (deed === 'naming') passkeys.send({ type: 'passkeys.renamed', name });
    else passkeys.send({ type: 'passkeys.removeConfirmed', password });
  };
  const fields = failure?.kind === 'rejected' ? (failure.fields ?? {}) : {};
  const isSaidAtField = fields['name'] !== undefined || fields['password'] !== undefined;
  const errorAt = (field: 'name' | 'password') => (issues[field] ? text(issues[field].key, issues[field].params) : fields[field]);
  // Whoever has dismissed the proof or the device's question knows that nothing happened.
  const problem = failure && failure.kind !== 'aborted' && !isSaidAtField ? failure : null;
  const edited = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && issues[target.name]) typed.send({ type: 'loginForm.fieldEdited', field: target.name });
    if (failure) passkeys.send({ type: 'passkeys.edited' });
  };
  return (
    <form onSubmit={submit} onChange={edited} noValidate aria-busy={isBusy}>
      {deed !== 'naming' && <p className={account.lead}>{t(LEADS[deed])}</p>}
      {problem && (
        <p className={account.lead} role="alert">
          <FailureText failure={problem} />
        </p>
      )}
      {deed !== 'removing' && (
        <TextInput
          mt="sm"
          name="name"
          label={t('safety.passkeys.name')}
          labelProps={{ mb: 4 }}
          defaultValue={chosen?.name ?? deviceText(navigator.userAgent)}
          error={errorAt('name')}
          errorProps={{ role: 'alert' }}
          autoComplete="off"
          maxLength={60}
          data-autofocus
        />
      )}
      {asksPassword && (
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
          {...(deed === 'removing' && { 'data-autofocus': true })}
        />
      )}
      {deed === 'adding' && <Checkbox mt="md" name="endOthers" value="1" label={t('safety.passkeys.endOthers')} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => passkeys.send({ type: 'passkeys.cancelled' })}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" color={deed === 'removing' ? 'red' : 'jade'} aria-disabled={isBusy}>
          {t(deed === 'adding' && isBusy ? 'safety.passkeys.adding' : DONE_BY[deed])}
        </Button>
      </Group>
    </form>
  );
}

function Removal({ passkeys }: { readonly passkeys: PasskeysRef }) {
  const chosen = useSelector(passkeys, selectChosenPasskey);
  const failure = useSelector(passkeys, selectPasskeysFailure);
  const isAsking = useSelector(passkeys, (snapshot) => snapshot.hasTag('removing'));
  const isBusy = useSelector(passkeys, selectIsBusy);
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title={t('safety.passkeys.removeTitle', { name: chosen?.name ?? '' })}
      confirm={{
        label: t('safety.passkeys.remove'),
        isDanger: true,
        isBusy,
        onConfirm: () => passkeys.send({ type: 'passkeys.removeConfirmed', password: null }),
      }}
      onCancel={() => passkeys.send({ type: 'passkeys.cancelled' })}
    >
      {t('safety.passkeys.removeHint')}
      {failure && failure.kind !== 'aborted' && (
        <p role="alert">
          <FailureText failure={failure} />
        </p>
      )}
    </ConfirmDialog>
  );
}

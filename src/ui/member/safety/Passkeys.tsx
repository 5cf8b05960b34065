import '../../kit/form-styles.ts';
import { Button, Modal } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { isMissingCall } from '#domain/base/missing-call';
import {
  selectChosenPasskey,
  selectPasskeys,
  selectPasskeysFailure,
  type Passkey,
  type PasskeysRef,
} from '#machines/members/passkeys.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import { PlainField } from '../../kit/form/PlainField.tsx';
import buttons from '../../kit/plain-button.module.css';
import account from '../../kit/session/account.module.css';
import { deviceText } from '../../kit/session/device-text.ts';
import { FailureBox } from '../base/FailureBox.tsx';
import { usePlainForm, valueOf } from '../base/plain-form.ts';
import pages from '../pages/pages.module.css';

/** The member's passkeys. */
export function Passkeys({ passkeys }: { readonly passkeys: PasskeysRef }) {
  const shown = useSelector(passkeys, selectPasskeys);
  const failure = useSelector(passkeys, selectPasskeysFailure);
  const isUnavailable = useSelector(passkeys, (snapshot) => snapshot.matches('unavailable'));
  const isBusy = useSelector(passkeys, (snapshot) => snapshot.hasTag('busy'));
  if (isUnavailable && isMissingCall(failure)) return null;
  if (isUnavailable)
    return (
      <EmptyState title={t('safety.passkeys.failed')} text={failure && <FailureText failure={failure} />}>
        <button type="button" className={buttons.secondary} onClick={() => passkeys.send({ type: 'passkeys.retried' })}>
          {t('common.action.retry')}
        </button>
      </EmptyState>
    );
  if (!shown) return <NamedSkeleton heightPx={120} label={t('safety.passkeys.loading')} />;
  // Where none can be made and there is none, there is nothing to say.
  if (!shown.canAdd && shown.list.length === 0) return null;
  return (
    <section className={pages.card} aria-busy={isBusy}>
      <div className={account.head}>
        <h2 className={account.subtitle}>{t('safety.passkeys.title')}</h2>
        {shown.canAdd && (
          <Button size="xs" onClick={() => passkeys.send({ type: 'passkeys.addRequested' })}>
            {t('safety.passkeys.add')}
          </Button>
        )}
      </div>
      <p className={account.lead}>{t(shown.list.length === 0 ? 'safety.passkeys.none' : 'safety.passkeys.lead')}</p>
      <ul className={account.sessions}>
        {shown.list.map((passkey) => (
          <Entry key={passkey.id} passkey={passkey} passkeys={passkeys} />
        ))}
      </ul>
      <NameDialog passkeys={passkeys} />
      <Removal passkeys={passkeys} />
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

/** A name for a new passkey or another one for an old. */
function NameDialog({ passkeys }: { readonly passkeys: PasskeysRef }) {
  const isAdding = useSelector(passkeys, (snapshot) => snapshot.hasTag('adding'));
  const isNaming = useSelector(passkeys, (snapshot) => snapshot.hasTag('naming'));
  const cancel = () => passkeys.send({ type: 'passkeys.cancelled' });
  return (
    <Modal
      opened={isAdding || isNaming}
      onClose={cancel}
      title={t(isNaming ? 'safety.passkeys.rename' : 'safety.passkeys.add')}
      size={440}
      padding="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <NameForm passkeys={passkeys} isNew={!isNaming} onCancel={cancel} />
    </Modal>
  );
}

interface NameFormProps {
  readonly passkeys: PasskeysRef;
  readonly isNew: boolean;
  readonly onCancel: () => void;
}

function NameForm({ passkeys, isNew, onCancel }: NameFormProps) {
  const chosen = useSelector(passkeys, selectChosenPasskey);
  const failure = useSelector(passkeys, selectPasskeysFailure);
  const isBusy = useSelector(passkeys, (snapshot) => snapshot.hasTag('busy'));
  const form = usePlainForm({ id: 'passkeyForm', failure, onEdited: () => passkeys.send({ type: 'passkeys.edited' }) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = valueOf(event.currentTarget, 'name').trim();
    if (isBusy || !form.submit(event.currentTarget, name === '' ? { name: { key: 'validation.required' } } : {})) return;
    if (isNew) passkeys.send({ type: 'passkeys.described', name, endOthers: valueOf(event.currentTarget, 'endOthers') !== '' });
    else passkeys.send({ type: 'passkeys.renamed', name });
  };
  // Whoever has dismissed the proof or the device's question knows that nothing happened.
  const problem = failure && failure.kind !== 'aborted' && !form.isSaidAt(['name']) ? failure : null;
  return (
    <form className={pages.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      {isNew && <p className={pages.lead}>{t('safety.passkeys.addHint')}</p>}
      <FailureBox failure={problem} />
      <PlainField
        {...form.field('name')}
        label={t('safety.passkeys.name')}
        defaultValue={chosen?.name ?? deviceText(navigator.userAgent)}
        autoComplete="off"
        maxLength={60}
        data-autofocus
      />
      {isNew && (
        <label className={pages.check}>
          <input type="checkbox" name="endOthers" value="1" defaultChecked />
          <span>{t('safety.passkeys.endOthers')}</span>
        </label>
      )}
      <div className={pages.row}>
        <button type="button" className={buttons.secondary} onClick={onCancel}>
          {t('common.action.cancel')}
        </button>
        <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
          {t(isNew ? (isBusy ? 'safety.passkeys.adding' : 'safety.passkeys.goOn') : 'safety.passkeys.save')}
        </button>
      </div>
    </form>
  );
}

function Removal({ passkeys }: { readonly passkeys: PasskeysRef }) {
  const chosen = useSelector(passkeys, selectChosenPasskey);
  const failure = useSelector(passkeys, selectPasskeysFailure);
  const isAsking = useSelector(passkeys, (snapshot) => snapshot.hasTag('removing'));
  const isBusy = useSelector(passkeys, (snapshot) => snapshot.hasTag('busy'));
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title={t('safety.passkeys.removeTitle', { name: chosen?.name ?? '' })}
      confirm={{
        label: t('safety.passkeys.remove'),
        isDanger: true,
        isBusy,
        onConfirm: () => passkeys.send({ type: 'passkeys.removeConfirmed' }),
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

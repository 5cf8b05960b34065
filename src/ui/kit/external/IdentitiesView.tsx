import '../form-styles.ts';
import { Button, Group, Modal, PasswordInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { fieldRefusal } from '#domain/base/failure';
import { isMissingCall } from '#domain/base/missing-call';
import { Secret } from '#domain/base/secret';
import { isFault, outcomeIn, withoutOutcome } from '#domain/external/external-fault';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectRoute } from '#machines/app/navigation.machine';
import {
  selectAskedIdentityDeed,
  selectIdentities,
  selectIdentitiesFailure,
  selectIdentitiesIsUnavailable,
  type IdentitiesRef,
  type Identity,
  type IdentityDeed,
} from '#machines/external/identities.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../cells/time-text.ts';
import { ReadFailed } from '../feedback/ReadFailed.tsx';
import { failureText } from '../feedback/FailureText.tsx';
import { NamedSkeleton } from '../feedback/NamedSkeleton.tsx';
import account from '../session/account.module.css';
import { typedIn } from '../form/typed-in.ts';

export interface IdentitiesViewProps {
  readonly identities: IdentitiesRef;
  /** What lets a change through: the password in the question itself, or a proof of presence that its calls ask for. */
  readonly proof: 'password' | 'presence';
}

/** What the own account is linked with at providers, and what else it can be. */
export function IdentitiesView({ identities, proof }: IdentitiesViewProps) {
  const shown = useSelector(identities, selectIdentities);
  const failure = useSelector(identities, selectIdentitiesFailure);
  const isUnavailable = useSelector(identities, selectIdentitiesIsUnavailable);
  const { navigation } = useApp();
  // What came of the last one is said until the next begins.
  const request = (deed: IdentityDeed) => {
    const route = selectRoute(navigation.getSnapshot());
    if (route && outcomeIn(route.search) !== null)
      navigation.send({ type: 'navigation.requested', to: `${route.path}${withoutOutcome(route.search)}`, mode: 'replace' });
    identities.send({ type: 'identities.deedRequested', ...deed });
  };
  if (isUnavailable && isMissingCall(failure)) return null;
  if (isUnavailable)
    return (
      <ReadFailed
        level={3}
        title={t('external.links.failed')}
        failure={failure}
        onRetry={() => identities.send({ type: 'identities.retried' })}
      />
    );
  if (!shown) return <NamedSkeleton heightPx={100} label={t('external.links.loading')} />;
  return (
    <>
      <h2 className={account.subtitle}>{t('external.links.title')}</h2>
      <p className={account.lead}>{t(shown.list.length === 0 ? 'external.links.none' : 'external.links.lead')}</p>
      <Outcome />
      <ul className={account.sessions}>
        {shown.list.map((identity) => (
          <Entry key={identity.id} identity={identity} onRequest={request} />
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        {shown.offers.map(({ id, name }) => (
          <Button key={id} variant="default" size="xs" onClick={() => request({ deed: 'link', id })}>
            {t('external.links.link', { name })}
          </Button>
        ))}
      </Group>
      <Question identities={identities} proof={proof} />
    </>
  );
}

/** What came of it, for whoever comes back. */
function Outcome() {
  const outcome = outcomeIn(useSelector(useApp().navigation, selectRoute)?.search ?? '');
  if (outcome === 'linked') return <output className={account.lead}>{t('external.links.linked')}</output>;
  if (!isFault(outcome)) return null;
  return (
    <p className={account.lead} role="alert">
      {t(`external.fault.${outcome}`)}
    </p>
  );
}

function Entry({ identity, onRequest }: { readonly identity: Identity; readonly onRequest: (deed: IdentityDeed) => void }) {
  const { id, provider, label, createTime, usedTime } = identity;
  return (
    <li>
      <IconLink size={22} stroke={1.5} aria-hidden="true" />
      <div className={account.entry}>
        <strong>{provider}</strong>
        <dl>
          <dt>{t('external.links.as')}</dt>
          <dd>{label}</dd>
          <dt>{t('external.links.created')}</dt>
          <dd>
            <time dateTime={timeAttribute(createTime)}>{timeText(createTime)}</time>
          </dd>
          <dt>{t('external.links.used')}</dt>
          <dd>{usedTime === null ? t('external.links.never') : <time dateTime={timeAttribute(usedTime)}>{timeText(usedTime)}</time>}</dd>
        </dl>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t('external.links.unlinkThis', { name: provider })}
        onClick={() => onRequest({ deed: 'unlink', id })}
      >
        {t('external.links.unlink')}
      </Button>
    </li>
  );
}

/** What is going to happen, with the password where nothing else proves who asks. */
function Question({ identities, proof }: IdentitiesViewProps) {
  const asked = useSelector(identities, selectAskedIdentityDeed);
  const failure = useSelector(identities, selectIdentitiesFailure);
  const isBusy = useSelector(identities, selectIsBusy);
  const cancel = () => identities.send({ type: 'identities.cancelled' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = proof === 'password' ? new Secret(typedIn(event.currentTarget, 'password')) : null;
    if (!isBusy) identities.send({ type: 'identities.confirmed', password });
  };
  const atPassword = fieldRefusal(failure, 'password');
  // Whoever has dismissed the proof knows that nothing happened.
  const problem = failure && failure.kind !== 'aborted' && !atPassword ? failureText(failure) : null;
  return (
    <Modal
      opened={asked !== null}
      onClose={cancel}
      title={asked && t(asked.deed === 'link' ? 'external.links.linkTitle' : 'external.links.unlinkTitle')}
      size={440}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <form onSubmit={submit} noValidate aria-busy={isBusy}>
        {asked && <p className={account.lead}>{t(asked.deed === 'link' ? 'external.links.linkHint' : 'external.links.unlinkHint')}</p>}
        {problem && (
          <p className={account.lead} role="alert">
            {problem}
          </p>
        )}
        {proof === 'password' && (
          <PasswordInput
            mt="sm"
            name="password"
            label={t('account.factor.password')}
            error={atPassword}
            errorProps={{ role: 'alert' }}
            aria-invalid={Boolean(atPassword)}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('account.factor.showPassword') }}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={cancel}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" color={asked?.deed === 'unlink' ? 'red' : 'jade'} loading={isBusy}>
            {t('account.factor.goOn')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

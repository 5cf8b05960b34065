import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { Secret } from '#domain/base/secret';
import type { PersonErasurePlan } from '#domain/members/person-erasure';
import {
  selectIsNamed,
  selectPersonFailure,
  selectPersonPlan,
  type PersonErasureInput,
  type PersonErasureRef,
} from '#machines/members/person-erasure.machine';
import { t, text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import '#ui/kit/form-styles.ts';
import classes from './members.module.css';

const say = (word: string, params?: Readonly<Record<string, string | number>>): string => text(`resources.member.erasure.${word}`, params);

export interface MemberErasureProps extends PersonErasureInput {
  /** Nothing is left to erase; what was done is still told. */
  readonly isErased: boolean;
}

/** The way to erase all that is kept of a member: what goes, what stays, the name typed, and one's own password. */
export function MemberErasure({ id, list, isErased }: MemberErasureProps) {
  const { personErasure } = useBundle('account');
  const actor = useLeafActor(personErasure, { id: `personErasure:${id}`, input: { id, list } });
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  return (
    <>
      {!isErased && (
        <div className={classes.erasure}>
          <p>{say('lead')}</p>
          <Button variant="default" size="xs" onClick={() => actor.send({ type: 'erasure.requested' })}>
            {say('open')}
          </Button>
        </div>
      )}
      <Modal
        opened={isOpen}
        onClose={() => actor.send({ type: 'erasure.closed' })}
        title={say('heading')}
        size={520}
        closeButtonProps={{ 'aria-label': t('common.action.close') }}
      >
        <Review actor={actor} />
      </Modal>
    </>
  );
}

const typedIn = (form: HTMLFormElement): string => {
  const value = new FormData(form).get('password');
  return typeof value === 'string' ? value : '';
};

function Review({ actor }: { readonly actor: PersonErasureRef }) {
  const plan = useSelector(actor, selectPersonPlan);
  const failure = useSelector(actor, selectPersonFailure);
  const isNamed = useSelector(actor, selectIsNamed);
  const isAsked = useSelector(actor, (snapshot) => snapshot.hasTag('asked'));
  const isPlanning = useSelector(actor, (snapshot) => snapshot.matches('planning'));
  const isErasing = useSelector(actor, (snapshot) => snapshot.matches('erasing'));
  const isDone = useSelector(actor, (snapshot) => snapshot.matches('done'));
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches('unplanned'));
  const typed = useSelector(actor, ({ context }) => context.typed);
  const atPassword = failure?.kind === 'rejected' ? failure.fields?.['password'] : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    actor.send(hasFailed ? { type: 'erasure.retried' } : { type: 'erasure.confirmed', password: new Secret(typedIn(event.currentTarget)) });
  };
  return (
    <form className={classes.review} noValidate aria-busy={isPlanning || isErasing} onSubmit={submit}>
      {isPlanning && (
        <output>
          <Spinner /> {say('planning')}
        </output>
      )}
      {isAsked && plan && (
        <>
          <Meaning plan={plan} />
          <TextInput
            label={say('type', { name: plan.username })}
            value={typed}
            autoComplete="off"
            data-autofocus
            readOnly={isErasing}
            onChange={(event) => actor.send({ type: 'name.typed', text: event.currentTarget.value })}
          />
          <PasswordInput
            name="password"
            label={say('password')}
            error={atPassword}
            errorProps={{ role: 'alert' }}
            aria-invalid={Boolean(atPassword)}
            autoComplete="current-password"
            readOnly={isErasing}
            visibilityToggleButtonProps={{ 'aria-label': t('account.factor.showPassword') }}
          />
        </>
      )}
      {isDone && <output>{say('done')}</output>}
      {failure && !atPassword && <FailureLine text={say(hasFailed ? 'unplanned' : 'failed')} failure={failure} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={isErasing} onClick={() => actor.send({ type: 'erasure.closed' })}>
          {t(isDone ? 'common.action.close' : 'common.action.cancel')}
        </Button>
        {hasFailed && <Button type="submit">{t('common.action.retry')}</Button>}
        {isAsked && (
          <Button type="submit" color="red" loading={isErasing} disabled={!isNamed}>
            {say('erase')}
          </Button>
        )}
      </Group>
    </form>
  );
}

const COUNTED = ['versions', 'deletions', 'watched', 'files', 'conversations'] as const;

/** What goes and what stays, before. */
function Meaning({ plan }: { readonly plan: PersonErasurePlan }) {
  return (
    <>
      <section>
        <h3>{say('goes')}</h3>
        <ul>
          <li>{say('account')}</li>
          {COUNTED.filter((name) => plan[name] > 0).map((name) => (
            <li key={name}>{say(name, { count: plan[name] })}</li>
          ))}
          <li>{say('traces')}</li>
        </ul>
      </section>
      <section>
        <h3>{say('stays')}</h3>
        <ul>
          <li>{say('ledger', { count: plan.ledger })}</li>
          <li>{say('facts')}</li>
        </ul>
      </section>
    </>
  );
}

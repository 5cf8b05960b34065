import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { fieldRefusal } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import type { PersonCount, PersonErasurePlan } from '#domain/members/person-erasure';
import {
  selectIsNamed,
  selectPersonErasureIsDone,
  selectPersonErasureIsErasing,
  selectPersonErasureIsPlanning,
  selectPersonErasureIsUnplanned,
  selectPersonFailure,
  selectPersonPlan,
  type PersonErasureInput,
  type PersonErasureRef,
} from '#machines/members/person-erasure.machine';
import { t, text } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { FailureLine } from '../../../kit/feedback/FailureLine.tsx';
import { mayBeDone } from '../../../kit/feedback/may-be-done.ts';
import { Spinner } from '../../../kit/feedback/Spinner.tsx';
import '../../../kit/form-styles.ts';
import { typedIn } from '../../../kit/form/typed-in.ts';
import classes from './person-erasure.module.css';

type Section = 'member' | 'admin';
type Say = (word: string, params?: Readonly<Record<string, string | number>>) => string;

const sayOf =
  (section: Section): Say =>
  (word, params) =>
    text(`resources.${section}.erasure.${word}`, params);

export interface PersonErasureProps extends PersonErasureInput {
  /** Whose accounts they are; it has the words. */
  readonly section: Section;
  /** Nothing is left to erase; what was done is still told. */
  readonly isErased: boolean;
}

/** The way to erase all that is kept of somebody with an account: what goes, what stays, the name typed, and one's own password. */
export function PersonErasure({ section, id, list, isErased }: PersonErasureProps) {
  const { personErasure, adminErasure } = useBundle('account');
  const logic = section === 'admin' ? adminErasure : personErasure;
  const actor = useLeafActor(logic, { id: `${section === 'admin' ? 'adminErasure' : 'personErasure'}:${id}`, input: { id, list } });
  const say = sayOf(section);
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
        <Review actor={actor} section={section} />
      </Modal>
    </>
  );
}

function Review({ actor, section }: { readonly actor: PersonErasureRef; readonly section: Section }) {
  const say = sayOf(section);
  const plan = useSelector(actor, selectPersonPlan);
  const failure = useSelector(actor, selectPersonFailure);
  const isNamed = useSelector(actor, selectIsNamed);
  const isAsked = useSelector(actor, (snapshot) => snapshot.hasTag('asked'));
  const isPlanning = useSelector(actor, selectPersonErasureIsPlanning);
  const isErasing = useSelector(actor, selectPersonErasureIsErasing);
  const isDone = useSelector(actor, selectPersonErasureIsDone);
  const hasFailed = useSelector(actor, selectPersonErasureIsUnplanned);
  const typed = useSelector(actor, ({ context }) => context.typed);
  const atPassword = fieldRefusal(failure, 'password');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    actor.send(
      hasFailed
        ? { type: 'erasure.retried' }
        : { type: 'erasure.confirmed', password: new Secret(typedIn(event.currentTarget, 'password')) },
    );
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
          <Meaning plan={plan} section={section} />
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
      {failure && !atPassword && (
        <FailureLine
          text={!hasFailed && mayBeDone(failure) ? t('account.unconfirmed') : say(hasFailed ? 'unplanned' : 'failed')}
          failure={failure}
        />
      )}
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

const GOES: Readonly<Record<Section, readonly PersonCount[]>> = {
  member: ['versions', 'deletions', 'watched', 'files', 'conversations'],
  admin: ['versions', 'deletions', 'watched', 'views', 'conversations'],
};
const STAYS: Readonly<Record<Section, readonly PersonCount[]>> = { member: ['ledger'], admin: ['log', 'writes', 'files'] };

/** What goes and what stays, before. */
function Meaning({ plan, section }: { readonly plan: PersonErasurePlan; readonly section: Section }) {
  const say = sayOf(section);
  const counted = (names: readonly PersonCount[]) =>
    names.flatMap((name) => {
      const count = plan[name] ?? 0;
      return count > 0 ? [<li key={name}>{say(name, { count })}</li>] : [];
    });
  return (
    <>
      <section>
        <h3>{say('goes')}</h3>
        <ul>
          <li>{say('account')}</li>
          {counted(GOES[section])}
          <li>{say('traces')}</li>
        </ul>
      </section>
      <section>
        <h3>{say('stays')}</h3>
        <ul>
          {counted(STAYS[section])}
          <li>{say('facts')}</li>
        </ul>
      </section>
    </>
  );
}

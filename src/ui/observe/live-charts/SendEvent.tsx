import { createStore } from '@xstate/store';
import { useSelector } from '@xstate/react';
import { useId, useMemo, type SubmitEvent } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import { eventFrom, eventTypesOf, type PayloadIssue } from '#actors/observe/flow-events';
import type { FlowActor } from '#actors/observe/flow-watch';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import classes from './ActorDetails.module.css';

/** What came of the last try. */
const createOutcome = () =>
  createStore({
    context: { issue: null as PayloadIssue | null, sent: '' },
    on: {
      refused: (_, { issue }: { readonly issue: PayloadIssue }) => ({ issue, sent: '' }),
      sent: (_, { event }: { readonly event: string }) => ({ issue: null, sent: event }),
      edited: () => ({ issue: null, sent: '' }),
    },
  });

/** Sends an event by hand: one that the active states know, with a payload that the machine takes. */
export function SendEvent({ actor: { ref, snapshot } }: { readonly actor: FlowActor }) {
  const outcome = useMemo(() => createOutcome(), []);
  const { issue, sent } = useSelector(outcome, ({ context }) => context);
  const errorId = useId();
  const types = eventTypesOf(snapshot);
  if (types.length === 0) return <p className={classes.hint}>{t('flows.send.none')}</p>;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { type, payload } = Object.fromEntries(new FormData(event.currentTarget)) as Record<'type' | 'payload', string>;
    const made = eventFrom(ref.getSnapshot() as AnyMachineSnapshot, type, payload);
    if ('issue' in made) {
      outcome.trigger.refused({ issue: made.issue });
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    outcome.trigger.sent({ event: made.event.type });
    ref.send(made.event);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h3>{t('flows.send.title')}</h3>
      <p className={classes.hint}>{t('flows.send.warning')}</p>
      <label>
        {t('flows.send.event')}
        <select name="type" onChange={() => outcome.trigger.edited()}>
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </label>
      <label>
        {t('flows.send.payload')}
        <textarea
          name="payload"
          spellCheck={false}
          placeholder={t('flows.send.payloadHint')}
          aria-invalid={issue !== null}
          {...(issue && { 'aria-describedby': errorId })}
          onChange={() => outcome.trigger.edited()}
        />
      </label>
      {issue && (
        <p id={errorId} className={classes.error} role="alert">
          {issueText(issue)}
        </p>
      )}
      <button type="submit" className={`${buttons.secondary} ${classes.send}`}>
        {t('flows.send.send')}
      </button>
      <output>{sent && t('flows.send.sent', { event: sent })}</output>
    </form>
  );
}

function issueText(issue: PayloadIssue): string {
  switch (issue.kind) {
    case 'guarded':
      return t('flows.send.guarded', { guards: issue.guards.join(', ') });
    case 'breaks':
      return t('flows.send.breaks', { message: issue.message });
    case 'notJson':
    case 'notObject':
    case 'notTaken':
      return t(`flows.send.${issue.kind}`);
    default:
      return issue satisfies never;
  }
}

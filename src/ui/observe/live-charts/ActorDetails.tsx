import type { FlowActor } from '#actors/observe/flow-watch';
import { t } from '../../base/i18n.ts';
import classes from './ActorDetails.module.css';
import { ContextFields } from './ContextFields.tsx';
import { SendEvent } from './SendEvent.tsx';

/** What an actor is in, what it holds, what it was refused, and an event for it by hand. */
export function ActorDetails({ actor }: { readonly actor: FlowActor }) {
  const { notes, state, machine, snapshot } = actor;
  return (
    <div className={classes.box}>
      <h2 className={classes.name}>{actor.key}</h2>
      <dl className={classes.facts}>
        {machine && (
          <>
            <dt>{t('flows.details.state')}</dt>
            <dd>{state}</dd>
          </>
        )}
        <dt>{t('flows.details.lastEvent')}</dt>
        <dd>{notes.lastEvent || t('flows.details.nothingYet')}</dd>
      </dl>
      {machine && <SendEvent actor={actor} />}
      <h3>{t('flows.details.refusals')}</h3>
      <RefusalList notes={notes} />
      <h3>{t('flows.details.context')}</h3>
      <p className={classes.hint}>{t('flows.details.contextHint')}</p>
      <ContextFields context={snapshot.context ?? {}} />
    </div>
  );
}

function RefusalList({ notes }: Pick<FlowActor, 'notes'>) {
  if (notes.refusals.length === 0) return <p className={classes.hint}>{t('flows.details.noRefusals')}</p>;
  return (
    <ol className={classes.refusals}>
      {notes.refusals.map(({ id, type, text, state, guards, count }) => (
        <li key={id}>
          <details>
            <summary>
              <code>{type}</code> {count > 1 && <span>{t('flows.details.times', { count })}</span>}
              <span className={classes.why}>
                {guards.length > 0
                  ? t('flows.details.refusedBy', { guards: guards.map(({ guard }) => guard).join(', ') })
                  : t('flows.details.unexpected')}
                {' · '}
                {t('flows.details.inState', { state })}
              </span>
            </summary>
            <pre>{text}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}

import { contextChanges } from '#actors/observe/context-changes';
import { shownText, type Shown } from '#actors/observe/flow-copy';
import { refusedBy } from '#actors/observe/flow-events';
import { stateText } from '#actors/observe/flow-watch';
import type { Told } from '#actors/observe/journal-snapshots';
import { isOwnAccord } from '#domain/observe/journal-filter';
import { t } from '../../base/i18n.ts';
import { timeText } from '../../kit/cells/time-text.ts';
import details from '../live-charts/ActorDetails.module.css';
import { ContextFields } from '../live-charts/ContextFields.tsx';
import { elapsedText, actorName } from './entry-text.ts';
import classes from './SnapshotDetails.module.css';
import type { TimelineBoard } from './use-board.ts';

/** What the last entry was and did, and what the chosen actor held then. */
export function SnapshotDetails({ board }: { readonly board: TimelineBoard }) {
  const { snapshot, file, edges } = board;
  return (
    <div className={details.box}>
      {snapshot.told ? (
        <EntryDetails told={snapshot.told} edges={edges} startedAt={file.header.startedAt} />
      ) : (
        <p className={details.hint}>{t('journal.details.nothingYet')}</p>
      )}
      <ChosenDetails board={board} />
    </div>
  );
}

interface EntryDetailsProps {
  readonly told: Told;
  readonly edges: readonly string[];
  readonly startedAt: number;
}

function EntryDetails({ told, edges, startedAt }: EntryDetailsProps) {
  const { seq, at, to, event } = told.entry;
  return (
    <>
      <h2 className={details.name}>{event.type}</h2>
      <dl className={details.facts}>
        <dt>{t('journal.details.to')}</dt>
        <dd>{to}</dd>
        <dt>{t('journal.details.time')}</dt>
        <dd>
          {elapsedText(at)} · {timeText(startedAt + Math.floor(at / 1000))}
        </dd>
        <dt>{t('journal.details.number')}</dt>
        <dd>{seq}</dd>
      </dl>
      <h3>{t('journal.details.payload')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={classes.payload} tabIndex={0}>
        {shownText(event)}
      </pre>
      {told.after && <Effect told={told} edges={edges} />}
    </>
  );
}

/** The transitions by which the machine took it, and what is different since. */
function Effect({ told, edges }: Pick<EntryDetailsProps, 'told' | 'edges'>) {
  const { before, after, entry } = told;
  const isIgnored = before !== null && edges.length === 0 && !isOwnAccord(entry.event.type);
  const guards = before && isIgnored ? refusedBy(before, entry.event).map(({ guard }) => guard) : [];
  const changes = before ? contextChanges(before.context, after?.context) : [];
  return (
    <>
      <h3>{t('journal.details.taken')}</h3>
      {isIgnored && <p className={details.hint}>{t('journal.details.notTaken')}</p>}
      {guards.length > 0 && <p className={details.hint}>{t('journal.details.refusedBy', { guards: guards.join(', ') })}</p>}
      {edges.length > 0 && (
        <ul className={classes.edges}>
          {edges.map((edge) => (
            <li key={edge}>
              <code>{edge.split(' | ').slice(0, 2).join(' ← ')}</code>
            </li>
          ))}
        </ul>
      )}
      <p className={details.hint}>
        {`${before ? stateText(before.value) : t('journal.details.began')} → ${after ? stateText(after.value) : ''}`}
      </p>
      <h3>{t('journal.details.changes')}</h3>
      {changes.length === 0 && <p className={details.hint}>{t('journal.details.noChanges')}</p>}
      <dl className={details.fields}>
        {changes.map(({ path, before: was, after: is }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              <del className={classes.was}>{shortText(was)}</del> <ins className={classes.is}>{shortText(is)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const LONGEST = 160;
const shortText = (value: Shown): string => {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

function ChosenDetails({ board: { snapshot, chosen, actors } }: { readonly board: TimelineBoard }) {
  const state = snapshot.actors.get(chosen);
  const actor = actors.find(({ key }) => key === chosen);
  if (!state || !actor) return null;
  return (
    <>
      <h2 className={`${details.name} ${classes.actor}`}>{actorName(chosen)}</h2>
      {actor.trouble && <p className={classes.trouble}>{t(`journal.details.${actor.trouble}`)}</p>}
      {state.kind === 'plain' && <p className={details.hint}>{t('journal.details.plain')}</p>}
      {state.snapshot && (
        <>
          <dl className={details.facts}>
            <dt>{t('journal.details.state')}</dt>
            <dd>{actor.state}</dd>
          </dl>
          <h3>{t('journal.details.context')}</h3>
          <ContextFields context={state.snapshot.context} />
        </>
      )}
    </>
  );
}

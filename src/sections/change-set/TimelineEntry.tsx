import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectExpanded, selectQuery, type CollectionRef } from '#machines/table/collection.selectors';
import { isPermitted } from '#domain/rights/permission';
import { permissionFacts, selectStart } from '#machines/shell/admin-shell.machine';
import { AppLink } from '#ui/base/AppLink.tsx';
import { t } from '#ui/base/i18n.ts';
import { useShell } from '#ui/base/shell-context.ts';
import { timeAttribute, timeText, timeTip } from '#ui/kit/cells/time-text.ts';
import { changedSectionLabel, whoText } from '#ui/kit/changes/change-words.ts';
import type { PlanWindowRef } from '#ui/kit/changes/UndoPlanDialog.tsx';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import { ChangedRecords } from './ChangedRecords.tsx';
import { mayTakeBack } from './may-take-back.ts';
import type { Entry } from './timeline-entry.ts';
import classes from './timeline.module.css';
import { EntryOpener } from '#ui/kit/changes/EntryOpener.tsx';
import { KindBadge } from '#ui/kit/changes/KindBadge.tsx';

interface TimelineEntryProps {
  readonly entry: Entry;
  readonly collection: CollectionRef;
  readonly plan: PlanWindowRef;
}

const BIN = '/admin/security/dataRecycleLog';
const BIN_NODE = 'security/dataRecycleLog/index';
const CLOCK_AT = 'YYYY-MM-DD '.length;
/** As records are told: what an action makes of them. */
const LOOKS = { add: 'created', edit: 'changed', sortable: 'changed', del: 'deleted' } as const;

/** One write: when, who, what to which record; open, what it changed field by field. */
export function TimelineEntry({ entry, collection, plan }: TimelineEntryProps) {
  const { id, at, action, source, keptOut, records } = entry;
  const isOpen = useSelector(collection, (snapshot) => selectExpanded(snapshot).includes(id));
  const moment = timeText(at) ?? '';
  const who = whoText(entry);
  const section = changedSectionLabel(entry.resource);
  const title = entry.title || section;
  const shell = useShell();
  const facts = useSelector(shell, permissionFacts, (a, b) => a.urls === b.urls);
  const ownId = useSelector(shell, (snapshot) => selectStart(snapshot)?.admin.id ?? 0);
  // An account comes back from the bin, without its password.
  const isInBin = action === 'del' && keptOut === 'secret' && entry.title !== '' && isPermitted(BIN_NODE, facts);
  const undo = () => plan.send({ type: 'disclosure.opened', shown: { kind: 'undo', request: { sets: [id] }, title } });
  return (
    <li className={classes.entry} data-undone={keptOut === 'undone'}>
      <div className={classes.line}>
        <EntryOpener isOpen={isOpen} details={`change-${id}`} onToggle={() => collection.send({ type: 'collection.branchToggled', id })}>
          <time dateTime={timeAttribute(at)} title={timeTip(at) ?? undefined}>
            {moment.slice(CLOCK_AT)}
          </time>
          {action && <KindBadge kind={LOOKS[action]}>{t(`changes.action.${action}`)}</KindBadge>}
          <strong className={classes.title}>{title}</strong>
          <span className={classes.section}>
            {section}
            {records > 1 && ` · ${t('changes.timeline.entry', { count: records })}`}
          </span>
        </EntryOpener>
        <span className={classes.facts}>
          <Person entry={entry} who={who} collection={collection} />
          <span>{t(`changes.source.${source}`)}</span>
        </span>
        <span className={classes.buttons}>
          {isInBin ? (
            <AppLink to={`${BIN}?quickSearch=${encodeURIComponent(entry.title)}`} aria-label={t('changes.timeline.binLabel', { title })}>
              {t('changes.timeline.bin')}
            </AppLink>
          ) : keptOut ? (
            <span className={classes.keptOut} title={t(`changes.keptOut.${keptOut}`)}>
              {keptOut === 'undone' ? t('changes.undone') : t(`changes.notUndoable.${keptOut}`)}
            </span>
          ) : mayTakeBack(entry, ownId, facts) ? (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              aria-label={t('changes.timeline.undoLabel', { title, at: moment })}
              onClick={undo}
            >
              {t('changes.timeline.undo')}
            </Button>
          ) : null}
        </span>
      </div>
      <div id={`change-${id}`} hidden={!isOpen} className={classes.body}>
        {isOpen && (
          <Suspense fallback={<Spinner />}>
            {keptOut && <p className={classes.why}>{isInBin ? t('changes.timeline.binHint') : t(`changes.keptOut.${keptOut}`)}</p>}
            <ChangedRecords set={id} resource={entry.resource} collection={collection} />
          </Suspense>
        )}
      </div>
    </li>
  );
}

/** Who it was; pressing the name shows what else they did. */
function Person({ entry, who, collection }: Pick<TimelineEntryProps, 'entry' | 'collection'> & { readonly who: string }) {
  const { search } = useSelector(collection, selectQuery);
  // An administrator and a member may have the same number.
  const wish = { actorType: entry.actorType, actorId: entry.actorId };
  const isChosen = Object.entries(wish).every(([key, of]) => search.some(({ field, value }) => field === key && value === of));
  if (entry.actorType === 'server' || isChosen) return <span className={classes.person}>{who}</span>;
  const others = search.filter(({ field }) => !(field in wish));
  const theirs = Object.entries(wish).map(([field, value]) => ({ field, operator: 'eq' as const, value }));
  return (
    <button
      type="button"
      className={classes.person}
      title={t('changes.timeline.onlyPerson', { who })}
      onClick={() => collection.send({ type: 'collection.searched', search: [...others, ...theirs] })}
    >
      {who}
    </button>
  );
}

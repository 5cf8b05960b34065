import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { KeyboardEvent } from 'react';
import type { ActorPicture } from '#actors/observe/flow-watch';
import { t } from '../../base/i18n.ts';
import { actorRows, stepInTree, type ActorRow } from './actor-rows.ts';
import classes from './ActorTree.module.css';
import { chosenIn, type FlowsStore } from './flows-store.ts';

export interface ActorTreeProps {
  readonly actors: readonly ActorPicture[];
  /** The key of the one that moved last. */
  readonly latest: string;
  readonly store: FlowsStore;
}

/** Every running actor below its owner: found by name or state, walked with the arrow keys. */
export function ActorTree({ actors, latest, store }: ActorTreeProps) {
  const { search, closed, isFollowing } = useSelector(store, ({ context }) => context);
  const chosen = useSelector(store, ({ context }) => chosenIn(context, latest));
  const rows = actorRows(actors, search, closed);
  // One line is reached by the Tab key, the others from it.
  const stop = rows.some(({ actor }) => actor.key === chosen) ? chosen : (rows[0]?.actor.key ?? '');

  const press = (event: KeyboardEvent<HTMLElement>, key: string) => {
    const step = event.key === 'Enter' || event.key === ' ' ? { to: key } : stepInTree(rows, key, event.key);
    if (!step) return;
    event.preventDefault();
    if ('toggled' in step) store.trigger.branchToggled({ key: step.toggled });
    else {
      store.trigger.actorChosen({ key: step.to });
      const tree = event.currentTarget.parentElement;
      tree?.querySelector<HTMLElement>(`[data-key="${CSS.escape(step.to)}"]`)?.focus();
    }
  };
  return (
    <div className={classes.box}>
      <label className={`tp-input ${classes.search}`}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <input
          type="search"
          value={search}
          aria-label={t('flows.actors.search')}
          placeholder={t('flows.actors.search')}
          onChange={({ currentTarget }) => store.trigger.searched({ text: currentTarget.value })}
        />
      </label>
      <label className={classes.follow}>
        <input type="checkbox" checked={isFollowing} onChange={() => store.trigger.followToggled({ latest })} />
        {t('flows.actors.follow')}
      </label>
      {rows.length === 0 && <p className={classes.none}>{t('flows.actors.none')}</p>}
      <div role="tree" aria-label={t('flows.actors.tree')} className={classes.tree}>
        {rows.map((row) => (
          <TreeLine
            key={row.actor.key}
            row={row}
            isChosen={row.actor.key === chosen}
            isStop={row.actor.key === stop}
            onChoose={() => store.trigger.actorChosen({ key: row.actor.key })}
            onToggle={() => store.trigger.branchToggled({ key: row.actor.key })}
            onPress={(event) => press(event, row.actor.key)}
          />
        ))}
      </div>
    </div>
  );
}

interface TreeLineProps {
  readonly row: ActorRow;
  readonly isChosen: boolean;
  readonly isStop: boolean;
  readonly onChoose: () => void;
  readonly onToggle: () => void;
  readonly onPress: (event: KeyboardEvent<HTMLElement>) => void;
}

function TreeLine({ row: { actor, isOpen, position, count }, isChosen, isStop, onChoose, onToggle, onPress }: TreeLineProps) {
  const refused = actor.notes.refusals.length;
  return (
    <div
      role="treeitem"
      aria-level={actor.depth + 1}
      aria-posinset={position}
      aria-setsize={count}
      aria-selected={isChosen}
      {...(isOpen !== null && { 'aria-expanded': isOpen })}
      tabIndex={isStop ? 0 : -1}
      data-key={actor.key}
      className={classes.line}
      style={{ paddingInlineStart: 6 + actor.depth * 16 }}
      onClick={onChoose}
      onKeyDown={onPress}
    >
      <span className={classes.branch} aria-hidden="true" onClick={(event) => (event.stopPropagation(), onToggle())}>
        {isOpen !== null && (isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />)}
      </span>
      {/* Runs anew with each move, so that the eye is led to it. */}
      <span key={actor.notes.moves} className={classes.dot} data-moved={actor.notes.moves > 0 || undefined} data-plain={!actor.machine} />
      <span className={classes.id}>{actor.id}</span>
      <span className={classes.state}>{actor.state}</span>
      {actor.trouble && <span className={classes.refused}>{t(`flows.actors.${actor.trouble}`)}</span>}
      {refused > 0 && (
        <span className={classes.refused} title={t('flows.actors.refused', { count: refused })}>
          {refused}
        </span>
      )}
    </div>
  );
}

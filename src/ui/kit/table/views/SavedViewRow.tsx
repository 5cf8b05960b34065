import { ActionIcon } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { SavedView } from '#domain/table/saved-view';
import { selectMayRemove, type SavedViewsRef } from '#machines/table/saved-views.machine';
import { t } from '../../../base/i18n.ts';
import classes from './views.module.css';

interface SavedViewRowProps {
  readonly view: SavedView;
  readonly actor: SavedViewsRef;
  readonly isCurrent: boolean;
  readonly onChosen: () => void;
}

/** One view: pressing it makes the list so. */
export function SavedViewRow({ view, actor, isCurrent, onChosen }: SavedViewRowProps) {
  const { id, name, scope, isDefault, isMine, owner } = view;
  const mayRemove = useSelector(actor, (snapshot) => selectMayRemove(snapshot, view));
  const canRemove = useSelector(actor, (snapshot) => snapshot.can({ type: 'views.removeRequested', id }));
  const remove = t('savedViews.remove', { name });
  const notes = [
    ...(scope === 'own' ? [] : [t(`savedViews.scopes.${scope}`)]),
    ...(isMine ? [] : [owner]),
    ...(isDefault ? [t('savedViews.default')] : []),
  ];
  const choose = () => {
    actor.send({ type: 'views.chosen', id });
    onChosen();
  };
  return (
    <li className={classes.row}>
      <button type="button" className={classes.choice} aria-current={isCurrent} onClick={choose}>
        <IconCheck size={16} className={classes.check} aria-hidden />
        <span className={classes.words}>
          <span>{name}</span>
          {notes.length > 0 && <small>{notes.join(' · ')}</small>}
        </span>
      </button>
      {mayRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={remove}
          title={remove}
          // Taken away it would take the keyboard along.
          aria-disabled={!canRemove}
          onClick={() => actor.send({ type: 'views.removeRequested', id })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { MAX_VIEW_NAME_LENGTH, type SavedViewScope } from '#domain/table/saved-view';
import { selectIsBusy } from '#machines/base/select-is-busy';
import type { CollectionRef } from '#machines/table/collection.selectors';
import {
  selectAskedView,
  selectCurrentView,
  selectViewScopes,
  selectViews,
  selectViewsFailure,
  type SavedViewsRef,
} from '#machines/table/saved-views.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import { keepFocus } from '../../keep-focus.ts';
import { takeFocus, takeLostFocus } from '../../take-focus.ts';
import { contentOf } from '../base/list-view.ts';
import { SavedViewRow } from './SavedViewRow.tsx';
import { viewNews } from './view-news.ts';
import classes from './views.module.css';

export interface SavedViewsPanelProps {
  readonly actor: SavedViewsRef;
  readonly collection: CollectionRef;
  /** The one that the list is like now. */
  readonly shownId: number | undefined;
  readonly onChosen: () => void;
}

/** The views to choose from, and a form that keeps the list as it is now. */
export function SavedViewsPanel({ actor, collection, shownId, onChosen }: SavedViewsPanelProps) {
  const views = useSelector(actor, selectViews);
  const scopes = useSelector(actor, selectViewScopes);
  const current = useSelector(actor, selectCurrentView);
  const failure = useSelector(actor, selectViewsFailure);
  const news = useSelector(actor, viewNews);
  const before = useSelector(actor, ({ context }) => context.before?.name ?? '');
  const isBusy = useSelector(actor, selectIsBusy);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const mine = current?.isMine ? current : undefined;
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const scope = scopes.find((one) => one === form.get('scope')) ?? 'own';
    const typed = form.get('name');
    const name = typeof typed === 'string' ? typed.trim() : '';
    const content = contentOf(collection.getSnapshot());
    actor.send({ type: 'views.saveRequested', draft: { name, scope, isDefault: form.has('isDefault'), ...content } });
  };
  return (
    <section ref={keepFocus} className={classes.panel} aria-label={t('savedViews.title')}>
      {views.length === 0 && !hasFailed && <p className={classes.empty}>{t('savedViews.empty')}</p>}
      <ul className={classes.list} aria-label={t('savedViews.title')}>
        {views.map((view) => (
          <SavedViewRow key={view.id} view={view} actor={actor} isCurrent={view.id === shownId} onChosen={onChosen} />
        ))}
      </ul>
      <output className={classes.news}>{news && t(`savedViews.${news}`, { name: before })}</output>
      <RemoveQuestion actor={actor} />
      {failure && (
        <div className={classes.failure} role="alert">
          <FailureText failure={failure} />
          {hasFailed && (
            <Button size="compact-sm" variant="default" onClick={() => actor.send({ type: 'views.retried' })}>
              {t('savedViews.retry')}
            </Button>
          )}
        </div>
      )}
      {/* Another one once the view is kept: the keyboard stays in it. */}
      <form key={current?.id ?? 0} ref={takeLostFocus} tabIndex={-1} className={classes.form} onSubmit={save}>
        <TextInput
          name="name"
          label={t('savedViews.name')}
          defaultValue={mine?.name ?? ''}
          required
          // A name of blanks is none.
          pattern=".*\S.*"
          withAsterisk={false}
          maxLength={MAX_VIEW_NAME_LENGTH}
          description={t('savedViews.nameHint')}
        />
        {scopes.length > 1 && (
          <NativeSelect
            name="scope"
            label={t('savedViews.scope')}
            defaultValue={mine?.scope ?? 'own'}
            data={scopes.map((value: SavedViewScope) => ({ value, label: t(`savedViews.scopes.${value}`) }))}
          />
        )}
        <Checkbox name="isDefault" label={t('savedViews.isDefault')} defaultChecked={mine?.isDefault ?? false} />
        <Button type="submit" loading={isBusy}>
          {t('savedViews.save')}
        </Button>
      </form>
    </section>
  );
}

/** Whoever shares a view takes it away from others too. The keyboard lands on what changes nothing. */
function RemoveQuestion({ actor }: Pick<SavedViewsPanelProps, 'actor'>) {
  const asked = useSelector(actor, selectAskedView);
  if (!asked) return null;
  const { name, scope } = asked;
  return (
    <div role="alertdialog" aria-labelledby="removedView" className={classes.question}>
      <p id="removedView">{t(scope === 'all' ? 'savedViews.askAll' : 'savedViews.askGroup', { name })}</p>
      <div className={classes.answers}>
        <Button ref={takeFocus} size="compact-sm" variant="default" onClick={() => actor.send({ type: 'views.removeCancelled' })}>
          {t('savedViews.keep')}
        </Button>
        <Button size="compact-sm" color="red" onClick={() => actor.send({ type: 'views.removeConfirmed' })}>
          {t('savedViews.removeShared')}
        </Button>
      </div>
    </div>
  );
}

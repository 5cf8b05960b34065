import { Button } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { selectCurrentView, selectViews } from '#machines/table/saved-views.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useOwnedActor } from '../../../base/use-owned-actor.ts';
import { LazyDialog } from '../../dialogs/LazyDialog.tsx';
import { useMenuControl } from '../../menu/menu-control.ts';
import { applyView, isPlainList, isShown } from '../base/list-view.ts';
import classes from './views.module.css';

const SavedViewsPopover = lazyView(async () => (await import('./SavedViewsPopover.tsx')).SavedViewsPopover);

interface SavedViewsMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** The views of the list. What is chosen or kept stays known while the page of the section is away. */
export function SavedViewsMenu({ collection, resource }: SavedViewsMenuProps) {
  const { savedViews } = useBundle('table');
  const logic = savedViews.provide({
    actions: {
      apply: (_, { view }) => view && applyView(collection, view),
      applyDefault: (_, { view }) => view && isPlainList(collection.getSnapshot()) && applyView(collection, view),
    },
  });
  const isPlain = useSelector(collection, isPlainList);
  const input = { resource: resource.name, isPlain };
  const actor = useOwnedActor(collection, logic, { id: `savedViews:${resource.name}`, isLeaf: false, input });
  const { menu, button, buttonProps } = useMenuControl(`savedViewsPanel:${resource.name}`, 'dialog');
  const current = useSelector(actor, selectCurrentView);
  const views = useSelector(actor, selectViews);
  // The chosen one first; without it any that the list is like.
  const shown = useSelector(collection, (snapshot) => [current, ...views].find((view) => view && isShown(snapshot, view)));
  const open = () => {
    if (!menu.isOpen) actor.send({ type: 'views.opened' });
    buttonProps.onClick();
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className={classes.button}
        leftSection={<IconBookmark size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        {...buttonProps}
        onClick={open}
      >
        <span className={classes.name}>{shown?.name ?? t('savedViews.title')}</span>
      </Button>
      <LazyDialog isOpen={menu.isOpen}>
        <SavedViewsPopover {...menu} actor={actor} collection={collection} shownId={shown?.id} />
      </LazyDialog>
    </>
  );
}

import '../../form-styles.ts';
import { Button, Popover } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { selectCurrentView, selectViews } from '#machines/table/saved-views.machine';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useOwnedActor } from '../../../base/use-owned-actor.ts';
import { applyView, isPlainList, isShown } from '../base/list-view.ts';
import { SavedViewsPanel } from './SavedViewsPanel.tsx';
import classes from './views.module.css';

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
  const panel = useLeafActor(disclosureMachine, { id: `savedViewsPanel:${resource.name}` });
  const isOpen = useSelector(panel, selectIsOpen);
  const current = useSelector(actor, selectCurrentView);
  const views = useSelector(actor, selectViews);
  // The chosen one first; without it any that the list is like.
  const shown = useSelector(collection, (snapshot) => [current, ...views].find((view) => view && isShown(snapshot, view)));
  const close = () => panel.send({ type: 'disclosure.closed' });
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button}
          leftSection={<IconBookmark size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => panel.send({ type: isOpen ? 'disclosure.closed' : 'disclosure.opened' })}
        >
          <span className={classes.name}>{shown?.name ?? t('savedViews.title')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <SavedViewsPanel actor={actor} collection={collection} shownId={shown?.id} onChosen={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

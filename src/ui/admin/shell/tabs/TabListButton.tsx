import { IconChevronDown } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { tabListLogic } from '#machines/shell/tab-list.logic';
import type { TabsRef } from '#machines/shell/tabs.machine';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import classes from './TabBar.module.css';

const TabList = lazyView(async () => (await import('./TabList.tsx')).TabList);

/** Opens the list of all tabs; the style sheet shows it while not all of them are in sight. */
export function TabListButton({ tabs }: { readonly tabs: TabsRef }) {
  const list = useLeafActor(tabListLogic, { id: 'tabList' });
  const isOpen = useSelector(list, (snapshot) => snapshot.context.isOpen);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.more}
        aria-label={t('admin.tabs.all')}
        title={t('admin.tabs.all')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => list.send({ type: isOpen ? 'tabList.closed' : 'tabList.opened' })}
      >
        <IconChevronDown size={16} stroke={2} aria-hidden="true" />
      </button>
      <LazyDialog isOpen={isOpen}>
        <TabList tabs={tabs} list={list} button={button} />
      </LazyDialog>
    </>
  );
}

import { IconChevronDown } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { tabListLogic } from '#machines/shell/tab-list.logic';
import { selectTabs, type TabsRef } from '#machines/shell/tabs.machine';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import classes from './TabBar.module.css';

const TabList = lazyView(async () => (await import('./TabList.tsx')).TabList);

interface TabListButtonProps {
  readonly tabs: TabsRef;
  /** Stands for the strip where there is no room for one, and says how many there are. */
  readonly isCount?: boolean;
}

/** Opens the list of all tabs; the style sheet shows it while not all of them are in sight. */
export function TabListButton({ tabs, isCount = false }: TabListButtonProps) {
  const list = useLeafActor(tabListLogic, { id: isCount ? 'tabCount' : 'tabList' });
  const isOpen = useSelector(list, (snapshot) => snapshot.context.isOpen);
  const count = useSelector(tabs, (snapshot) => selectTabs(snapshot).length);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={isCount ? classes.counted : classes.more}
        // One alone says nothing that does not stand beside it; an open list keeps its button, though its last closing left one.
        hidden={isCount && count < 2 && !isOpen}
        aria-label={isCount ? undefined : t('admin.tabs.all')}
        title={t('admin.tabs.all')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => list.send({ type: isOpen ? 'tabList.closed' : 'tabList.opened' })}
      >
        {isCount ? (
          <>
            <span className={classes.quiet}>{t('admin.tabs.all')} </span>
            <span className={classes.count}>{count}</span>
          </>
        ) : (
          <IconChevronDown size={16} stroke={2} aria-hidden="true" />
        )}
      </button>
      <LazyDialog isOpen={isOpen}>
        <TabList tabs={tabs} list={list} button={button} />
      </LazyDialog>
    </>
  );
}

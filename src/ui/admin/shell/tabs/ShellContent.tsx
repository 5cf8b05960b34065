import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectIsForbidden, selectIsNotFound, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { selectLayout } from '#machines/app/layout.machine';
import type { Tab } from '#machines/shell/tab-input';
import { selectActiveTab, selectTabs, selectUnsavedPaths, type TabsRef } from '#machines/shell/tabs.machine';
import { useApp } from '../../../base/app-context.ts';
import { loadMessages, t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { Spinner } from '../../../kit/feedback/Spinner.tsx';
import classes from './ShellContent.module.css';
import { LazyIframePage } from './tab-views.ts';
import { TabFrame } from './TabFrame.tsx';

const missing = async () => (await Promise.all([import('../../base/missing-pages.tsx'), loadMessages(['missing'])]))[0];
const NotFoundInShell = lazyView(async () => (await missing()).NotFoundInShell);
const ForbiddenInShell = lazyView(async () => (await missing()).ForbiddenInShell);

export interface ShellContentProps {
  readonly shell: AdminShellRef;
  readonly tabs: TabsRef;
}

/** What stands below the header: the active tab, or why there is none. Framed pages stay alive behind the others. */
export function ShellContent({ shell, tabs }: ShellContentProps) {
  const { layout } = useApp();
  const open = useSelector(tabs, selectTabs);
  const active = useSelector(tabs, selectActiveTab);
  const unsaved = useSelector(tabs, selectUnsavedPaths);
  const isNotFound = useSelector(shell, selectIsNotFound);
  const isForbidden = useSelector(shell, selectIsForbidden);
  const isBusy = useSelector(shell, selectIsBusy);
  const animation = useSelector(layout, (snapshot) => selectLayout(snapshot).animation);
  // What a page that owns its work was told must not be lost while another is looked at.
  const isKept = (tab: Tab) => tab.kind === 'tab' && (tab === active || (!tab.section && unsaved.includes(tab.path)));
  const frames = open.filter((tab) => tab.kind === 'iframe' && !tab.isAsleep);
  return (
    <>
      {frames.map((tab) => (
        <div key={`${tab.path} ${tab.generation}`} className={classes.frame} hidden={tab !== active}>
          <Suspense>
            <LazyIframePage url={tab.url} title={tab.title} />
          </Suspense>
        </div>
      ))}
      <Suspense>
        {isNotFound && <NotFoundInShell shell={shell} />}
        {isForbidden && <ForbiddenInShell shell={shell} tabs={tabs} />}
      </Suspense>
      {!active && isBusy && (
        <output className={classes.waiting} aria-label={t('common.state.loading')}>
          <Spinner />
        </output>
      )}
      {open.filter(isKept).map((tab) => (
        <TabFrame key={`${tab.path} ${tab.generation}`} tab={tab} tabs={tabs} isActive={tab === active} animation={animation} />
      ))}
    </>
  );
}

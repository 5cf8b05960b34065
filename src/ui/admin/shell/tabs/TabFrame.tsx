import { useCallback } from 'react';
import type { Tab } from '#machines/shell/tab-input';
import { selectTabs, type TabsRef } from '#machines/shell/tabs.machine';
import { PageInSight } from '../../../kit/page-in-sight.ts';
import { ErrorBoundary } from '../../../base/ErrorBoundary.tsx';
import { CrashedTab } from './CrashedTab.tsx';
import { keepScroll } from './keep-scroll.ts';
import classes from './ShellContent.module.css';
import { TabPage } from './TabPage.tsx';

interface TabFrameProps {
  readonly tab: Tab;
  readonly tabs: TabsRef;
  readonly isActive: boolean;
  readonly animation: string;
}

/** The place of a tab's page. It stands as it was left, and is out of sight while another one is looked at. */
export function TabFrame({ tab, tabs, isActive, animation }: TabFrameProps) {
  const { path, generation } = tab;
  // A new function is a new place for React: it is one as long as the page is looked at.
  const scrolling = useCallback(
    (page: HTMLDivElement | null) => {
      const kept = page && selectTabs(tabs.getSnapshot()).find((one) => one.path === path);
      if (!kept) return undefined;
      return keepScroll({
        page,
        scrolledPx: kept.scrolledPx,
        onLeft: (scrolledPx) => tabs.send({ type: 'tab.scrolled', path, generation, scrolledPx }),
      });
    },
    [tabs, path, generation],
  );
  return (
    <div className={classes.page} data-animation={animation} hidden={!isActive} ref={isActive ? scrolling : null}>
      <ErrorBoundary fallback={CrashedTab}>
        <PageInSight value={isActive}>
          <TabPage tab={tab} tabs={tabs} />
        </PageInSight>
      </ErrorBoundary>
    </div>
  );
}

import { Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { createElement, Suspense } from 'react';
import type { Tab } from '#machines/shell/tab-input';
import { selectSection, type TabsRef } from '#machines/shell/tabs.machine';
import { t, text } from '../../../base/i18n.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { ownPage, LazySectionPage } from './tab-views.ts';

export interface TabPageProps {
  readonly tab: Tab;
  readonly tabs: TabsRef;
}

/** The screen behind a tab: a section's table, the dashboard, or a word that this version has none for it. */
export function TabPage({ tab, tabs }: TabPageProps) {
  const collection = useSelector(tabs, (snapshot) => selectSection(snapshot, tab));
  const Page = ownPage(tab.name);
  return (
    <Suspense fallback={<Skeleton height={160} radius="lg" />}>
      {tab.section && collection ? (
        <LazySectionPage resource={tab.section.resource} collection={collection} title={text(tab.title)} search={tab.search} />
      ) : Page ? (
        createElement(Page)
      ) : (
        <EmptyState level={2} title={t('admin.section.missingTitle')} text={t('admin.section.missingBody')} />
      )}
    </Suspense>
  );
}

import { Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { Tab } from '#machines/tab-seed';
import { selectSection, type TabsRef } from '#machines/tabs.machine';
import { lazyView } from '../app/lazy-view.ts';
import { EmptyState } from '../kit/EmptyState.tsx';
import { loadMessages, t, text } from '../app/i18n.ts';

// The table kit is the largest part of the back office; the dashboard does without it.
const SectionPage = lazyView(async () => (await import('./SectionPage.tsx')).SectionPage);
const ConfigPage = lazyView(async () => {
  await loadMessages(['settings']);
  return (await import('./config/ConfigPage.tsx')).ConfigPage;
});
const ProfilePage = lazyView(async () => {
  await loadMessages(['settings']);
  return (await import('./profile/ProfilePage.tsx')).ProfilePage;
});
const Dashboard = lazyView(async () => (await import('./Dashboard.tsx')).Dashboard);

export interface TabPageProps {
  readonly tab: Tab;
  readonly tabs: TabsRef;
}

/** The screen behind a tab: a section's table, the dashboard, or a word that this version has none for it. */
export function TabPage({ tab, tabs }: TabPageProps) {
  const collection = useSelector(tabs, (snapshot) => selectSection(snapshot, tab));
  return (
    <Suspense fallback={<Skeleton height={160} radius="lg" />}>
      {tab.section && collection ? (
        <SectionPage resource={tab.section.resource} collection={collection} title={text(tab.title)} />
      ) : tab.name === 'dashboard' ? (
        <Dashboard />
      ) : tab.name === 'routine/config' ? (
        <ConfigPage />
      ) : tab.name === 'routine/adminInfo' ? (
        <ProfilePage />
      ) : (
        <EmptyState level={2} title={t('admin.section.missingTitle')} text={t('admin.section.missingBody')} />
      )}
    </Suspense>
  );
}

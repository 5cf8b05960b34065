import { Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { CollectionRef } from '#machines/collection-selectors';
import { selectSection, type Tab, type TabsRef } from '#machines/tabs.machine';
import { EmptyState } from '../kit/EmptyState.tsx';
import { t, text } from '../app/i18n.ts';

// The table kit is the largest part of the back office; the dashboard does without it.
const SectionPage = lazy(async () => ({ default: (await import('./SectionPage.tsx')).SectionPage }));
const Dashboard = lazy(async () => ({ default: (await import('./Dashboard.tsx')).Dashboard }));

export interface TabPageProps {
  readonly tab: Tab;
  readonly tabs: TabsRef;
}

/** The screen behind a tab: a section's table, the dashboard, or a word that this version has none for it. */
export function TabPage({ tab, tabs }: TabPageProps) {
  const collection = useSelector(tabs, (snapshot) => selectSection(snapshot, tab)) as CollectionRef | undefined;
  return (
    <Suspense fallback={<Skeleton height={160} radius="lg" />}>
      {tab.section && collection ? (
        <SectionPage resource={tab.section.resource} collection={collection} title={text(tab.title)} />
      ) : tab.name === 'dashboard' ? (
        <Dashboard />
      ) : (
        <EmptyState level={2} title={t('admin.section.missingTitle')} text={t('admin.section.missingBody')} />
      )}
    </Suspense>
  );
}

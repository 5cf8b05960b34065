import type { ComponentType } from 'react';
import { withAllSections } from '#actors/base/resource-book';
import type { DevPath } from '#domain/app/dev-paths';
import { loadMessages } from '../base/i18n.ts';
import { lazyView } from '../base/lazy-view.tsx';

const KIT_WORDS = ['cascade', 'changes', 'fields', 'resources', 'savedViews', 'search', 'tables', 'upload'] as const;

/** Pages for who develops and tests, by path; their code and words come when they are opened. */
export const DEV_PAGES: Readonly<Record<string, ComponentType>> = {
  '/dev/flows': lazyView(async () => {
    const [{ LiveChartsPage }] = await Promise.all([import('./live-charts/LiveChartsPage.tsx'), loadMessages(['flows'])]);
    return LiveChartsPage;
  }),
  '/dev/journal': lazyView(async () => {
    // What is replayed there asks for sections as it did.
    const [{ JournalPage }] = await Promise.all([withAllSections(import('./journal/JournalPage.tsx')), loadMessages(['flows', 'journal'])]);
    return JournalPage;
  }),
  '/dev/coverage': lazyView(async () => {
    const [{ CoveragePage }] = await Promise.all([import('./coverage/CoveragePage.tsx'), loadMessages(['flows', 'coverage'])]);
    return CoveragePage;
  }),
  '/dev/fields': lazyView(async () => {
    const [{ FieldsPage }] = await Promise.all([
      import('./fields/FieldsPage.tsx'),
      loadMessages(['fields', 'fieldKinds', 'resources', 'upload']),
    ]);
    return FieldsPage;
  }),
  '/dev/kit': lazyView(async () => {
    const [{ KitPage }] = await Promise.all([import('./kit/KitPage.tsx'), loadMessages(KIT_WORDS)]);
    return KitPage;
  }),
} satisfies Readonly<Record<DevPath, ComponentType>>;

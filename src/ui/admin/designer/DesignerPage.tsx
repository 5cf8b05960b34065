import '../../kit/form-styles.ts';
import { Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import {
  selectSectionDesignerHasFailed,
  selectSectionDesignerIsChoosing,
  selectSectionDesignerIsDisputed,
  selectSectionDesignerIsOpening,
  selectSectionDesignerIsPlanning,
  selectSectionDesignerIsPublished,
  selectSectionDesignerIsPublishing,
  selectSectionDesignerIsReviewing,
} from '#machines/designer/section-designer.selectors';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { selectTabsRef } from '#machines/shell/admin-shell.machine';
import type { TabsRef } from '#machines/shell/tabs.machine';
import { useBundle } from '../../base/lazy-bundles.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useShell } from '../../base/shell-context.ts';
import { useOwnedActor } from '../../base/use-owned-actor.ts';
import { StartPage } from './start/StartPage.tsx';

const DesignDesk = lazyView(async () => (await import('./canvas/DesignDesk.tsx')).DesignDesk);
const ReviewPage = lazyView(async () => (await import('./review/ReviewPage.tsx')).ReviewPage);
const PublishedPage = lazyView(async () => (await import('./review/PublishedPage.tsx')).PublishedPage);
const MergePage = lazyView(async () => (await import('./review/MergePage.tsx')).MergePage);

/** Sections that are designed in the browser: what there is, the drawing desk, and the way from a drawing to a section that works. */
export function DesignerPage() {
  const tabs = useSelector(useShell(), selectTabsRef);
  return tabs ? <Designer tabs={tabs} /> : null;
}

/** What is drawn stays while other pages are looked at. */
function Designer({ tabs }: { readonly tabs: TabsRef }) {
  const { designer: logic } = useBundle('designer');
  const designer = useOwnedActor(tabs, logic, { id: 'sectionDesigner', isLeaf: false });
  return (
    <Suspense fallback={<Skeleton height={320} radius="lg" />}>
      <DesignerView designer={designer} />
    </Suspense>
  );
}

/** Where the section stands on its way. */
export function DesignerView({ designer }: { readonly designer: SectionDesignerRef }) {
  const place = useSelector(designer, placeOf);
  switch (place) {
    case 'start':
      return <StartPage designer={designer} />;
    case 'opening':
      return <Skeleton height={320} radius="lg" />;
    case 'drawing':
      return <DesignDesk designer={designer} />;
    case 'merge':
      return <MergePage designer={designer} />;
    case 'review':
      return <ReviewPage designer={designer} />;
    case 'published':
      return <PublishedPage designer={designer} />;
    default:
      return place satisfies never;
  }
}

type Place = 'start' | 'opening' | 'drawing' | 'merge' | 'review' | 'published';

function placeOf(snapshot: ReturnType<SectionDesignerRef['getSnapshot']>): Place {
  if (selectSectionDesignerIsChoosing(snapshot)) return 'start';
  if (selectSectionDesignerIsOpening(snapshot)) return 'opening';
  if (selectSectionDesignerIsDisputed(snapshot)) return 'merge';
  if (selectSectionDesignerIsPublished(snapshot)) return 'published';
  // A first plan is waited for at the desk, a plan that is made anew over the review.
  const isReview =
    selectSectionDesignerIsReviewing(snapshot) || selectSectionDesignerIsPublishing(snapshot) || selectSectionDesignerHasFailed(snapshot);
  return isReview || (selectSectionDesignerIsPlanning(snapshot) && snapshot.context.plan !== null) ? 'review' : 'drawing';
}

import { withAllSections } from '#actors/base/resource-book';
import { loadMessages } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';

/** A recorded journal; its code and words come when one is first shown, with all sections, which its machines ask for again. Stands inside a `Suspense`. */
export const LazyJournal = lazyView(async () => {
  const [{ JournalView }] = await Promise.all([withAllSections(import('./JournalView.tsx')), loadMessages(['flows', 'journal'])]);
  return JournalView;
});

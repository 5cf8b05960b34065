import { loadMessages } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';

/** A recorded journal; its code and words come when one is first shown. Stands inside a `Suspense`. */
export const LazyJournal = lazyView(async () => {
  const [{ JournalView }] = await Promise.all([import('./JournalView.tsx'), loadMessages(['flows', 'journal'])]);
  return JournalView;
});

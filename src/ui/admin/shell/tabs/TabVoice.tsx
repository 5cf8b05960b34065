import { useRef } from 'react';
import type { TabsRef } from '#machines/shell/tabs.machine';
import type { TabPlaced } from '#machines/shell/tabs.vocabulary';
import { t, text } from '../../../base/i18n.ts';
import { useEmitted } from '../../../base/use-emitted.ts';
import classes from './TabBar.module.css';

const WORDS = { moved: 'admin.tabs.saidMoved', pinned: 'admin.tabs.saidPinned', unpinned: 'admin.tabs.saidUnpinned' } as const;

/** Says where a tab has gone to whoever cannot see it go. */
export function TabVoice({ tabs }: { readonly tabs: TabsRef }) {
  const voice = useRef<HTMLOutputElement>(null);
  useEmitted(tabs, 'tab.placed', ({ how, title, position, count }: TabPlaced) => {
    if (voice.current) voice.current.textContent = t(WORDS[how], { title: text(title), position, count });
  });
  return <output ref={voice} className={classes.quiet} />;
}

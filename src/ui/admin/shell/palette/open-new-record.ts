import { waitFor } from 'xstate';
import type { NavigationRef } from '#machines/app/navigation.machine';
import { selectActiveTab, selectSection, type TabsRef, type TabsSnapshot } from '#machines/shell/tabs.machine';
import { newKey } from '../../../base/new-key.ts';

/** A navigation may be asked about, or refused; nobody is surprised by a form half a minute later. */
const PATIENCE_MS = 10_000;

interface Way {
  readonly tabs: TabsRef;
  readonly navigation: NavigationRef;
  /** Path of the section's page. */
  readonly path: string;
}

function sectionAt(snapshot: TabsSnapshot, path: string) {
  const tab = selectActiveTab(snapshot);
  return tab?.path === path ? selectSection(snapshot, tab) : undefined;
}

/**
 * Goes to a section and opens its form for a new record.
 * @returns whether it was opened: another record's form may be in its place, with what was typed in it
 */
export async function openNewRecord({ tabs, navigation, path }: Way): Promise<'opened' | 'taken' | 'notThere'> {
  if (!sectionAt(tabs.getSnapshot(), path)) navigation.send({ type: 'navigation.requested', to: path, mode: 'push' });
  const arrived = await waitFor(tabs, (snapshot) => sectionAt(snapshot, path) !== undefined, { timeout: PATIENCE_MS }).catch(() => null);
  const section = arrived && sectionAt(arrived, path);
  if (!section) return 'notThere';
  const add = { type: 'collection.addRequested', key: newKey() } as const;
  if (!section.getSnapshot().can(add)) return 'taken';
  section.send(add);
  return 'opened';
}

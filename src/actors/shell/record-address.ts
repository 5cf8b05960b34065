import { distinctUntilChanged, map, Observable } from 'rxjs';
import { recordIn } from '#domain/table/record-address';
import type { CollectionRef, CollectionSnapshot } from '#machines/table/collection-selectors';
import type { TabsRef, TabsSnapshot } from '#machines/shell/tabs.machine';
import type { TabsEvent } from '#machines/shell/tabs-vocabulary';
import { snapshots } from '../base/snapshots.ts';

type RecordNews = Extract<TabsEvent, { readonly type: 'section.recordShown' }>;

/** A record that is edited by itself; null for a new one, and for several that are edited in turn. */
const openRecord = ({ context: { form } }: CollectionSnapshot): number | null => (form?.of === 1 ? (form.ids[0] ?? null) : null);

const askedIn =
  (resource: string) =>
  ({ context }: TabsSnapshot): number | null =>
    recordIn(context.tabs.find((tab) => tab.section?.resource === resource)?.search ?? '');

/**
 * Keeps the record that is open over a list and the address of its tab at one: what is opened has an address, what an address names is
 * opened, and going back closes it, after the question about what was typed.
 */
export const recordNews = (tabs: TabsRef, section: CollectionRef, newKey: () => string): Observable<RecordNews> =>
  new Observable((hearer) => {
    const { resource } = section.getSnapshot().context;
    const asked = askedIn(resource);
    let shown: number | null = null;
    const open = (id: number): void => section.send({ type: 'collection.editRequested', key: newKey(), ids: [id] });
    const opened = snapshots(section)
      .pipe(map(openRecord), distinctUntilChanged())
      .subscribe({
        next: (record) => {
          const before = shown;
          shown = record;
          const wanted = asked(tabs.getSnapshot());
          if (record === null && wanted !== null && wanted !== before) open(wanted);
          else if (record !== null || before !== null) hearer.next({ type: 'section.recordShown', resource, record });
        },
        complete: () => hearer.complete(),
      });
    const addressed = snapshots(tabs)
      .pipe(map(asked), distinctUntilChanged())
      .subscribe((wanted) => {
        const { status, children } = section.getSnapshot();
        if (wanted === shown || status !== 'active') return;
        if (shown !== null) children.recordForm?.send({ type: 'form.closeRequested' });
        else if (wanted !== null) open(wanted);
      });
    return () => {
      opened.unsubscribe();
      addressed.unsubscribe();
    };
  });

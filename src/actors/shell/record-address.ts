import { distinctUntilChanged, EMPTY, filter, map, Observable, pairwise, switchMap } from 'rxjs';
import { recordIn } from '#domain/table/record-address';
import type { CollectionRef, CollectionSnapshot } from '#machines/table/collection.selectors';
import type { RecordFormRef, RecordFormSnapshot } from '#machines/table/record-form.machine';
import type { TabsRef, TabsSnapshot } from '#machines/shell/tabs.machine';
import type { TabsEvent } from '#machines/shell/tabs.vocabulary';
import { snapshots } from '../base/snapshots.ts';

type RecordNews = Extract<TabsEvent, { readonly type: 'section.recordShown' }>;

/** A record that is edited by itself; null for a new one, and for several that are edited in turn. */
const openRecord = ({ context: { form } }: CollectionSnapshot): number | null => (form?.of === 1 ? (form.ids[0] ?? null) : null);

const askedIn =
  (resource: string) =>
  ({ context }: TabsSnapshot): number | null =>
    recordIn(context.tabs.find((tab) => tab.section?.resource === resource)?.search ?? '');

const isAskingToClose = (snapshot: RecordFormSnapshot): boolean => snapshot.matches('confirmingClose');

/** Somebody was asked whether to give up what they have typed, and goes on with it. */
const keptOn = (form: RecordFormRef | undefined): Observable<unknown> =>
  form
    ? snapshots(form).pipe(
        pairwise(),
        filter(([before, after]) => isAskingToClose(before) && after.status === 'active' && !isAskingToClose(after)),
      )
    : EMPTY;

/**
 * Keeps the record that is open over a list and the address of its tab at one: what is opened has an address, what an address names is
 * opened, and going back closes it, after the question about what was typed. Whoever goes on with that has its address again. A form of
 * a new record, or of several, has none; it is asked about too before an address opens another.
 */
export const recordNews = (tabs: TabsRef, section: CollectionRef, newKey: () => string): Observable<RecordNews> =>
  new Observable((hearer) => {
    const { resource } = section.getSnapshot().context;
    const asked = askedIn(resource);
    let shown: number | null = null;
    const tell = (): void => hearer.next({ type: 'section.recordShown', resource, record: shown });
    const open = (id: number): void => section.send({ type: 'collection.editRequested', key: newKey(), ids: [id] });
    const forms = snapshots(section).pipe(
      map((snapshot) => ({ form: snapshot.children.recordForm, record: openRecord(snapshot) })),
      distinctUntilChanged((one, other) => one.form === other.form),
    );
    const opened = forms.subscribe({
      next: ({ form, record }) => {
        const before = shown;
        shown = record;
        const wanted = asked(tabs.getSnapshot());
        if (!form && wanted !== null && wanted !== before) open(wanted);
        else if (record !== null || before !== null) tell();
      },
      complete: () => hearer.complete(),
    });
    const kept = forms.pipe(switchMap(({ form }) => keptOn(form))).subscribe(() => {
      if (asked(tabs.getSnapshot()) !== shown) tell();
    });
    const addressed = snapshots(tabs)
      .pipe(map(asked), distinctUntilChanged())
      .subscribe((wanted) => {
        const snapshot = section.getSnapshot();
        const { recordForm } = snapshot.children;
        if (snapshot.status !== 'active' || wanted === openRecord(snapshot)) return;
        if (recordForm) recordForm.send({ type: 'form.closeRequested' });
        else if (wanted !== null) open(wanted);
      });
    return () => {
      for (const one of [opened, kept, addressed]) one.unsubscribe();
    };
  });

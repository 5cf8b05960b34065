import { distinctUntilChanged, filter, map, take, type Subscription } from 'rxjs';
import { describedKind } from '#domain/fields/kinds/registry';
import type { AnyRecord } from '#domain/fields/field';
import { changedValues } from '#domain/table/record-changes';
import type { Resource } from '#domain/table/resource';
import { isSameValue } from '#domain/base/same-value';
import { Secret } from '#domain/base/secret';
import type { CollectionRef } from '#machines/table/collection.selectors';
import type { RecordFormRef } from '#machines/table/record-form.machine';
import type { SessionRef } from '#machines/session/session.machine';
import { DRAFTS } from '../base/draft-slices.ts';
import { draftStore } from '../base/draft-store.ts';
import type { AppNotices, AppPorts, PagePort } from '../base/ports.ts';
import { snapshots } from '../base/snapshots.ts';
import { onSessionEnd } from '../session/session-end.ts';

/** What was changed in a form and not saved. */
interface Draft {
  /** The records that were to be edited in turn, the open one first; none for a new record. */
  readonly ids: readonly number[];
  /** What the new record began with. */
  readonly initial: AnyRecord;
  /** What the changed fields were before. */
  readonly before: AnyRecord;
  readonly values: AnyRecord;
}

export interface DraftPorts {
  readonly tabStorage: AppPorts['tabStorage'];
  readonly page: Pick<PagePort, 'newKey' | 'log'>;
  readonly notices: Pick<AppNotices, 'warned'>;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
}

export interface Drafts {
  /** Gives the section's form back what it had, and remembers what it has from now on. */
  follow(section: CollectionRef, account: number): void;
  /** The back office ends. */
  close(): void;
}

/**
 * Keeps half-written forms over a session that is lost. Whoever signs out leaves nothing behind, and nobody finds the words of another.
 * Passwords are never kept.
 */
export function keepDrafts({ tabStorage, page, notices, resourceOf }: DraftPorts, session: SessionRef): Drafts {
  const store = draftStore({ tabStorage, log: page.log }, DRAFTS.admin);
  const forms = new Map<string, { readonly form: RecordFormRef; readonly ids: readonly number[]; readonly owner: number }>();
  const following: Subscription[] = [];
  const sessionHeard = onSessionEnd(session, (isLeaving) => {
    if (isLeaving) return store.clear();
    for (const [resource, opened] of forms) {
      const draft = draftOf(resource, opened);
      if (draft) store.keep(opened.owner, nameOf(resource), draft);
    }
  });

  function giveBack(section: CollectionRef, { ids, initial, before, values }: Draft, forget: () => void): void {
    const key = page.newKey();
    section.send(
      ids.length > 0 ? { type: 'collection.editRequested', key, ids } : { type: 'collection.addRequested', key, values: initial },
    );
    // What one may do can have changed meanwhile: then it is not opened, and the next form that is may be another one.
    const asked = snapshots(section).pipe(
      filter(({ children }) => children.recordForm !== undefined),
      take(1),
      filter(({ context }) => isSameValue(context.form?.ids ?? [], ids)),
      map(({ children }) => children.recordForm),
    );
    following.push(asked.subscribe((form) => form && following.push(fill(form, { before, values }, forget))));
  }

  const fill = (form: RecordFormRef, { before, values }: Pick<Draft, 'before' | 'values'>, forget: () => void): Subscription =>
    snapshots(form)
      .pipe(
        filter((snapshot) => snapshot.hasTag('editable')),
        take(1),
      )
      .subscribe(({ context: { loaded } }) => {
        forget();
        const isAsBefore = Object.entries(before).every(([field, value]) => isSameValue(loaded[field], value));
        for (const [field, value] of Object.entries(values)) form.send({ type: 'form.fieldChanged', field, value });
        notices.warned(isAsBefore ? 'admin.drafts.restored' : 'admin.drafts.restoredOverChanges');
      });

  function draftOf(resource: string, { form, ids }: { readonly form: RecordFormRef; readonly ids: readonly number[] }): Draft | null {
    const { initial, loaded, values: typed } = form.getSnapshot().context;
    const values = openly(resourceOf(resource), changedValues(loaded, typed));
    const before = Object.fromEntries(Object.keys(values).map((field) => [field, loaded[field]]));
    return Object.keys(values).length === 0 ? null : { ids, initial: openly(resourceOf(resource), initial), before, values };
  }

  return {
    follow(section, owner) {
      const { resource } = section.getSnapshot().context;
      const opened = snapshots(section).pipe(
        map((snapshot) => ({ form: snapshot.children.recordForm, ids: snapshot.context.form?.ids ?? [] })),
        distinctUntilChanged((one, other) => one.form === other.form),
      );
      following.push(
        opened.subscribe({
          next: ({ form, ids }) => void (form ? forms.set(resource, { form, ids, owner }) : forms.delete(resource)),
          // A tab that is closed takes its form along; with a session that is lost all of them go.
          complete: () => void (session.getSnapshot().hasTag('signedIn') && forms.delete(resource)),
        }),
      );
      const draft = store.find(owner, nameOf(resource)) as Draft | undefined;
      if (!draft) return;
      // A form may be open by now, by an address or a press: what was typed elsewhere is not for one of another record.
      const isFree = snapshots(section).pipe(
        filter(
          ({ children, context }) =>
            children.recordForm === undefined || (draft.ids.length > 0 && isSameValue(context.form?.ids ?? [], draft.ids)),
        ),
        take(1),
      );
      following.push(isFree.subscribe(() => giveBack(section, draft, () => store.keep(owner, nameOf(resource), undefined))));
    },

    close() {
      for (const subscription of following) subscription.unsubscribe();
      sessionHeard();
    },
  };
}

const nameOf = (resource: string): string => `section:${resource}`;

/** Without what nobody may find in a browser. */
const openly = ({ fields }: Resource, values: AnyRecord): AnyRecord => {
  const isSecret = (key: string, value: unknown): boolean => {
    const field = fields[key];
    return value instanceof Secret || (field !== undefined && describedKind(field).storage === 'secret');
  };
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !isSecret(key, value)));
};

import { distinctUntilChanged, filter, map, type Subscription } from 'rxjs';
import { describedKind } from '#domain/fields/kinds/registry';
import type { AnyRecord } from '#domain/fields/field';
import { changedValues } from '#domain/table/record-changes';
import type { Resource } from '#domain/table/resource';
import { isSameValue } from '#domain/base/same-value';
import { Secret } from '#domain/base/secret';
import type { CollectionRef } from '#machines/table/collection-selectors';
import type { RecordFormRef } from '#machines/table/record-form.machine';
import type { SessionRef } from '#machines/session/session.machine';
import { readSlice, STORAGE_KEY, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppNotices, AppPorts, PagePort } from '../base/ports.ts';
import { snapshots } from '../base/snapshots.ts';

export const DRAFTS: Slice = { key: STORAGE_KEY.drafts, version: 1 };

/** What was changed in a form and not saved. */
interface Draft {
  readonly resource: string;
  /** The records that were to be edited in turn, the open one first; none for a new record. */
  readonly ids: readonly number[];
  /** What the new record began with. */
  readonly initial: AnyRecord;
  /** What the changed fields were before. */
  readonly before: AnyRecord;
  readonly values: AnyRecord;
}

interface StoredDrafts {
  readonly account: number;
  readonly drafts: readonly Draft[];
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
  /** The back office ends: where its session was lost, what is unsaved waits in this tab for the same account. */
  close(): void;
}

/**
 * Keeps half-written forms over a session that is lost. Whoever signs out leaves nothing behind, and nobody finds the words of another.
 * Passwords are never kept.
 */
export function keepDrafts({ tabStorage, page, notices, resourceOf }: DraftPorts, session: SessionRef): Drafts {
  const forms = new Map<string, { readonly form: RecordFormRef; readonly ids: readonly number[] }>();
  const waiting = new Map<string, Draft>();
  const following: Subscription[] = [];
  let account: number | null = null;
  let isLeaving = false;
  const isSignedIn = () => session.getSnapshot().hasTag('signedIn');
  following.push(
    snapshots(session)
      .pipe(filter((snapshot) => snapshot.hasTag('signedIn')))
      .subscribe((snapshot) => (isLeaving = snapshot.matches('signingOut') || snapshot.matches({ signedIn: 'signOutFailed' }))),
  );

  function collect(owner: number): void {
    account = owner;
    const stored = readSlice(tabStorage, DRAFTS) as StoredDrafts | undefined;
    tabStorage.remove(DRAFTS.key);
    if (stored?.account === owner) for (const draft of stored.drafts) waiting.set(draft.resource, draft);
  }

  function giveBack(section: CollectionRef, { resource, ids, initial, before, values }: Draft): void {
    const key = page.newKey();
    section.send(
      ids.length > 0 ? { type: 'collection.editRequested', key, ids } : { type: 'collection.addRequested', key, values: initial },
    );
    const form = section.getSnapshot().children.recordForm;
    // What one may do can have changed meanwhile.
    if (!form) return;
    following.push(
      snapshots(form).subscribe((snapshot) => {
        if (!snapshot.hasTag('editable') || !waiting.delete(resource)) return;
        const { loaded } = snapshot.context;
        const isAsBefore = Object.entries(before).every(([field, value]) => isSameValue(loaded[field], value));
        for (const [field, value] of Object.entries(values)) form.send({ type: 'form.fieldChanged', field, value });
        notices.warned(isAsBefore ? 'admin.drafts.restored' : 'admin.drafts.restoredOverChanges');
      }),
    );
  }

  const draftOf = (resource: string, { form, ids }: { readonly form: RecordFormRef; readonly ids: readonly number[] }): Draft[] => {
    const { initial, loaded, values: typed } = form.getSnapshot().context;
    const values = openly(resourceOf(resource), changedValues(loaded, typed));
    const before = Object.fromEntries(Object.keys(values).map((field) => [field, loaded[field]]));
    return Object.keys(values).length === 0 ? [] : [{ resource, ids, initial: openly(resourceOf(resource), initial), before, values }];
  };

  return {
    follow(section, owner) {
      if (account === null) collect(owner);
      const { resource } = section.getSnapshot().context;
      const opened = snapshots(section).pipe(
        map((snapshot) => ({ form: snapshot.children.recordForm, ids: snapshot.context.form?.ids ?? [] })),
        distinctUntilChanged((one, other) => one.form === other.form),
      );
      following.push(
        opened.subscribe({
          next: ({ form, ids }) => void (form ? forms.set(resource, { form, ids }) : forms.delete(resource)),
          // A tab that is closed takes its form along; with a session that is lost all of them go.
          complete: () => void (isSignedIn() && forms.delete(resource)),
        }),
      );
      const draft = waiting.get(resource);
      if (draft) giveBack(section, draft);
    },

    close() {
      for (const subscription of following) subscription.unsubscribe();
      if (account === null || isSignedIn()) return;
      const drafts = [...waiting.values(), ...[...forms].flatMap(([resource, opened]) => draftOf(resource, opened))];
      try {
        writeSlice(tabStorage, DRAFTS, isLeaving || drafts.length === 0 ? null : ({ account, drafts } satisfies StoredDrafts));
      } catch (error) {
        page.log(`not stored, drafts: ${error instanceof Error ? error.message : 'unknown'}`);
      }
    },
  };
}

/** Without what nobody may find in a browser. */
const openly = ({ fields }: Resource, values: AnyRecord): AnyRecord => {
  const isSecret = (key: string, value: unknown): boolean => {
    const field = fields[key];
    return value instanceof Secret || (field !== undefined && describedKind(field).storage === 'secret');
  };
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !isSecret(key, value)));
};

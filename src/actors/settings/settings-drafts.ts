import { filter, map, merge, take, type Subscription } from 'rxjs';
import { isSecretType } from '#domain/settings/config-item';
import type { AnyRecord } from '#domain/fields/field';
import { changedValues } from '#domain/table/record-changes';
import { selectChangedSettings, selectStoredSettings, type SettingsRef, type SettingsSnapshot } from '#machines/settings/settings.machine';
import { selectAdmin, type SessionRef } from '#machines/session/session.machine';
import { DRAFTS } from '../base/draft-slices.ts';
import { draftStore } from '../base/draft-store.ts';
import type { AppNotices, AppPorts, PagePort } from '../base/ports.ts';
import { snapshots } from '../base/snapshots.ts';
import { fieldDraft, overNow, type FieldDraft } from '../session/field-draft.ts';
import { onSessionEnd } from '../session/session-end.ts';

/** What was typed into a page of settings, or into the form of a new setting that stood open over it. */
interface SettingsDraft {
  readonly group: string;
  readonly page: FieldDraft | null;
  readonly item: AnyRecord | null;
}

export interface SettingsDraftPorts {
  readonly tabStorage: AppPorts['tabStorage'];
  readonly page: Pick<PagePort, 'newKey' | 'log'>;
  readonly notices: Pick<AppNotices, 'warned'>;
  /** The administrator's. */
  readonly session: () => SessionRef | undefined;
}

/** Keeps what is unsaved in a page while it is open. @returns what ends that */
export type KeepSettings = (name: string, settings: SettingsRef) => () => void;

/**
 * Gives a page back what it had when the session was lost, and keeps what it has for the next loss, for the same account in this tab.
 * Whoever signs out leaves nothing behind; passwords are never kept.
 */
export const keepSettings =
  ({ tabStorage, page, notices, session: sessionNow }: SettingsDraftPorts): KeepSettings =>
  (name, settings) => {
    const session = sessionNow();
    const account = session && selectAdmin(session.getSnapshot())?.id;
    if (!session || account === undefined) return () => undefined;
    const store = draftStore({ tabStorage, log: page.log }, DRAFTS.admin);
    const draft = store.find(account, name) as SettingsDraft | undefined;
    const given = draft && giveBack(settings, draft, () => store.keep(account, name, undefined));
    const sessionHeard = onSessionEnd(session, (isLeaving) => {
      const unsaved = draftIn(settings.getSnapshot());
      if (!isLeaving && unsaved) store.keep(account, name, unsaved);
    });
    return () => {
      given?.unsubscribe();
      sessionHeard();
    };

    function giveBack(ref: SettingsRef, { group, page: typed, item }: SettingsDraft, forget: () => void): Subscription {
      const opened = snapshots(ref).pipe(
        filter((snapshot) => snapshot.matches('editing')),
        take(1),
        map((snapshot) => {
          const { values, isAsBefore } = typed ? overNow(typed, selectStoredSettings(snapshot)) : { values: {}, isAsBefore: true };
          forget();
          ref.send({ type: 'settings.groupChosen', group });
          for (const [field, value] of Object.entries(values)) ref.send({ type: 'settings.fieldChanged', field, value });
          if (item) ref.send({ type: 'settings.addRequested', key: page.newKey() });
          if (Object.keys(values).length > 0) notices.warned(isAsBefore ? 'admin.drafts.restored' : 'admin.drafts.restoredOverChanges');
        }),
      );
      const form = snapshots(ref).pipe(
        map(({ children }) => children.itemForm),
        filter((one) => item !== null && one !== undefined),
        take(1),
        map((one) => {
          for (const [field, value] of Object.entries(item ?? {})) one?.send({ type: 'form.fieldChanged', field, value });
          notices.warned('admin.drafts.restored');
        }),
      );
      return merge(form, opened).subscribe();
    }
  };

function draftIn(snapshot: SettingsSnapshot): SettingsDraft | null {
  const { group, page } = snapshot.context;
  const { itemForm } = snapshot.children;
  const secrets = new Set(page?.groups.flatMap(({ items }) => items.filter(({ type }) => isSecretType(type)).map(({ name }) => name)));
  const changed = Object.fromEntries(Object.entries(selectChangedSettings(snapshot)).filter(([field]) => !secrets.has(field)));
  const typed = fieldDraft(selectStoredSettings(snapshot), changed);
  const form = itemForm?.getSnapshot().context;
  // No field of it is a secret.
  const item = form ? changedValues(form.loaded, form.values) : {};
  const hasItem = Object.keys(item).length > 0;
  return typed || hasItem ? { group, page: typed, item: hasItem ? item : null } : null;
}

import { filter, take } from 'rxjs';
import {
  selectFormChanges,
  type AccountFormEvent,
  type AccountFormRef,
  type AccountFormSnapshot,
  type FormValue,
} from '#machines/members/account-form.machine';
import { selectMember, type SessionRef } from '#machines/session/session.machine';
import { DRAFTS, PROFILE_DRAFT } from '../base/draft-slices.ts';
import { draftStore } from '../base/draft-store.ts';
import type { AppNotices, AppPorts, PagePort } from '../base/ports.ts';
import { snapshots } from '../base/snapshots.ts';
import { fieldDraft, overNow, type FieldDraft } from '../session/field-draft.ts';
import { onSessionEnd } from '../session/session-end.ts';

export interface AccountDraftPorts {
  readonly tabStorage: AppPorts['tabStorage'];
  readonly page: Pick<PagePort, 'log'>;
  readonly notices: Pick<AppNotices, 'warned'>;
  /** The member's; it runs as long as the page, and pages of the member centre are no part of its system. */
  readonly session: () => SessionRef;
}

/** Keeps what a member had changed and not saved when the session was lost, in this tab and for the same member alone. */
export function keepProfile(
  { tabStorage, page, notices, session: sessionNow }: AccountDraftPorts,
  form: AccountFormRef,
  tell: (event: AccountFormEvent) => void,
): () => void {
  const session = sessionNow();
  const member = selectMember(session.getSnapshot());
  // Its page may be gone before this has come.
  if (!member || form.getSnapshot().status !== 'active') return () => undefined;
  const store = draftStore({ tabStorage, log: page.log }, DRAFTS.member);
  const draft = store.find(member.id, PROFILE_DRAFT) as FieldDraft | undefined;
  const given = snapshots(form)
    .pipe(
      filter((snapshot) => draft !== undefined && snapshot.matches('rested')),
      take(1),
    )
    .subscribe((snapshot) => draft && giveBack(draft, snapshot));
  const sessionHeard = onSessionEnd(session, (isLeaving) => {
    const snapshot = form.getSnapshot();
    const unsaved = fieldDraft(snapshot.context.loaded.values, selectFormChanges(snapshot));
    if (!isLeaving && unsaved) store.keep(member.id, PROFILE_DRAFT, unsaved);
  });

  function giveBack(kept: FieldDraft, { context: { loaded } }: AccountFormSnapshot): void {
    const { values, isAsBefore } = overNow(kept, loaded.values);
    store.keep(member!.id, PROFILE_DRAFT, undefined);
    for (const [field, value] of Object.entries(values)) tell({ type: 'form.edited', field, value: value as FormValue });
    if (Object.keys(values).length > 0) notices.warned(isAsBefore ? 'member.drafts.restored' : 'member.drafts.restoredOverChanges');
  }
  return () => {
    given.unsubscribe();
    sessionHeard();
  };
}

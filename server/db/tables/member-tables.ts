import type { MemberDeletionRequestTable } from '#sections/member-deletion/member-deletion.table.ts';
import type { PasskeyChallengeTable, PasskeyTable } from './passkey-tables.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { MessageKind } from '#domain/members/message-kinds';
import type { StaffAudience } from '#domain/members/staff-message';
import type { JsonWithDefault, UnixSeconds } from '../columns/column-types.ts';

/** Apart from `member`, so that no `select *` and no record change can carry it out. Source: security.md rule 12. */
interface MemberPasswordTable {
  member_id: number;
  /** PHC string. */
  hash: string;
  update_time: UnixSeconds;
}

/** That a member was there a moment ago, in one sign-in. */
interface MemberProofTable {
  family_id: string;
  member_id: number;
  how: 'password' | 'factor' | 'passkey';
  expire_time: UnixSeconds;
}

/** Lets a member change the address that they have just proved to read, once; the newest of each kind. */
interface AddressPassTable {
  member_id: number;
  kind: 'email' | 'mobile';
  /** SHA-256 of the token. */
  hash: string;
  /** What was proved. */
  address: string;
  family_id: string;
  expire_time: UnixSeconds;
}

/** A change of address that whoever reads the old one may take back. */
interface AddressUndoTable {
  id: GeneratedAlways<number>;
  /** SHA-256 of the number that was sent there. */
  hash: string;
  member_id: number;
  kind: 'email' | 'mobile';
  old_address: string;
  expire_time: UnixSeconds;
}

/** What a member is told: words by name, with what they name, so that each reader has them in their language. */
interface MemberMessageTable {
  id: GeneratedAlways<number>;
  member_id: number;
  kind: MessageKind;
  text_key: string;
  params: JsonWithDefault<Readonly<Record<string, string | number>>>;
  /** In which a mail of it is written. */
  language: string;
  create_time: UnixSeconds;
  read_time: UnixSeconds | null;
  /** Whose words it leads to, in the place of `text_key`. */
  staff_message_id: Generated<number | null>;
}

/** What administrators have written to members: the words once, and how far the job has come that hands them out. */
interface StaffMessageTable {
  id: GeneratedAlways<number>;
  audience: StaffAudience;
  group_id: number | null;
  /** Of the audience `chosen`. */
  member_ids: JsonWithDefault<readonly number[]>;
  title: string;
  text: string;
  title_en: Generated<string>;
  text_en: Generated<string>;
  admin_id: number;
  create_time: UnixSeconds;
  /** The newest member there was: whoever comes later is not meant. */
  until_id: number;
  /** The last member who was judged. */
  cursor_id: Generated<number>;
  done_time: UnixSeconds | null;
}

/** That a member has read a notice. */
interface NoticeReadTable {
  member_id: number;
  notice_id: number;
  read_time: UnixSeconds;
}

/** Only where a member has chosen. */
interface MemberPreferenceTable {
  member_id: number;
  kind: MessageKind;
  by_mail: boolean;
  in_app: boolean;
}

/** The days on which a member checked in, as long as the next one may count on them. */
interface DailyCheckInTable {
  member_id: number;
  /** `YYYY-MM-DD` of the site's clock. */
  day: string;
  /** How many days in a row, this one included. */
  streak: number;
  /** The points that it brought. */
  score: number;
  create_time: UnixSeconds;
}

/** An archive of all that is kept of a member; the newest that was asked for. */
interface MemberExportTable {
  id: GeneratedAlways<number>;
  /** What it is fetched by. */
  uuid: string;
  member_id: number;
  state: 'queued' | 'making' | 'ready' | 'expired' | 'failed';
  /** In which its words are. */
  language: string;
  /** Name of the archive on the disk, and its bytes; null before it is ready and after it has expired. */
  file_id: string | null;
  size: number | null;
  create_time: UnixSeconds;
  /** Until when it can be fetched. */
  expire_time: UnixSeconds | null;
}

/** The same as versions before keep it: what they write is taken over. */
interface MemberDeletionTable {
  member_id: number;
  asked_at: UnixSeconds;
  /** Until then the member may think otherwise. */
  due_at: UnixSeconds;
  /** When it was ended; the row stays with the number, which is nobody's any more. */
  done_at: UnixSeconds | null;
}

/** What no section stands on. */
export interface MemberSecretTables {
  member_password: MemberPasswordTable;
  member_proof: MemberProofTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  address_pass: AddressPassTable;
  address_undo: AddressUndoTable;
  member_message: MemberMessageTable;
  staff_message: StaffMessageTable;
  notice_read: NoticeReadTable;
  member_preference: MemberPreferenceTable;
  daily_check_in: DailyCheckInTable;
  member_export: MemberExportTable;
  member_deletion: MemberDeletionTable;
  member_deletion_request: MemberDeletionRequestTable;
}

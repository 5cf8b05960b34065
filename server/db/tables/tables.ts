import type { Generated, GeneratedAlways, Insertable, Selectable } from 'kysely';
import type { CaptchaTable, CaptchaWorkTable } from './captcha-tables.ts';
import type {
  ChangeSetTable,
  ChangeSetUndoTable,
  DataRecycleTable,
  RecordChangeTable,
  RecycleEntryTable,
  SensitiveDataTable,
  SensitiveEntryTable,
} from './change-tables.ts';
import type { Json, JsonWithDefault, Switch, UnixSeconds } from './column-types.ts';
import type { MemberGroupTable, MemberSecretTables, MemberRuleTable, MemberTable, MoneyLogTable, ScoreLogTable } from './member-tables.ts';
import type { AreaTable, ClassificationTable, ProjectChoiceTable, ProjectTable } from './project-tables.ts';
import type { ProblemJournalTable, ProblemReportTable } from './problem-tables.ts';
import type { RowImage } from './row-image.ts';
import type { SavedViewTable } from './saved-view-tables.ts';
import type { TerminalEventTable, TerminalRunTable, TerminalTicketTable } from './terminal-tables.ts';
import type { RecoveryCodeTable, SignInPlaceTable, SignInStepTable, TwoFactorTable } from './two-factor-tables.ts';
import type { AttachmentTable, BlobTable, CloudFormTable, RecycledFileTable } from './upload-tables.ts';
import type { CodeTurnTable, ConfigSecretTable, OutboxMessageTable, VerificationCodeTable } from './verification-tables.ts';

interface Stamped {
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}
/** Rows that people edit: `update … where id = ? and version = ?`. Source: security.md rule 32. */
interface Versioned {
  version: Generated<number>;
}

interface AdminTable extends Stamped, Versioned {
  id: Generated<number>;
  /** Unique without regard to case. */
  username: string;
  nickname: Generated<string>;
  avatar: Generated<string>;
  email: Generated<string>;
  mobile: Generated<string>;
  login_failure: Generated<number>;
  last_login_time: UnixSeconds | null;
  last_login_ip: Generated<string>;
  motto: Generated<string>;
  status: Generated<Switch>;
  /** Ids of groups, kept by the database after `admin_group_access`. */
  group_arr: JsonWithDefault<readonly number[]>;
}

interface AdminGroupTable extends Stamped, Versioned {
  id: Generated<number>;
  /** 0 is the root. The database refuses unknown parents, circles, and deleting a row that has children. */
  pid: Generated<number>;
  parent_id: GeneratedAlways<number | null>;
  name: string;
  /** '*', or the ids of rules separated by commas. */
  rules: string | null;
  status: Generated<Switch>;
}

interface AdminGroupAccessTable {
  uid: number;
  group_id: number;
}

interface AdminRuleTable extends Stamped, Versioned {
  /** Shipped rules are below 1001, rules made by people start there. */
  id: Generated<number>;
  pid: Generated<number>;
  parent_id: GeneratedAlways<number | null>;
  type: Generated<'menu_dir' | 'menu' | 'button'>;
  title: string;
  name: string;
  path: Generated<string>;
  icon: Generated<string>;
  menu_type: 'tab' | 'link' | 'iframe' | null;
  url: Generated<string>;
  component: Generated<string>;
  keepalive: Generated<Switch>;
  extend: Generated<'none' | 'add_rules_only' | 'add_menu_only'>;
  remark: Generated<string>;
  weigh: Generated<number>;
  status: Generated<Switch>;
}

interface ConfigTable extends Versioned {
  id: Generated<number>;
  name: string;
  group: Generated<string>;
  title: Generated<string>;
  tip: Generated<string>;
  type: Generated<string>;
  value: string | null;
  /** JSON text of the options, as the wire carries it. */
  content: string | null;
  rule: Generated<string>;
  extend: Generated<string>;
  allow_del: Generated<number>;
  weigh: Generated<number>;
}

interface AdminLogTable {
  id: Generated<number>;
  admin_id: Generated<number>;
  username: Generated<string>;
  url: Generated<string>;
  title: Generated<string>;
  data: string | null;
  ip: Generated<string>;
  useragent: Generated<string>;
  create_time: UnixSeconds;
}

interface GoodsCategoryTable extends Stamped, Versioned {
  id: Generated<number>;
  pid: Generated<number>;
  parent_id: GeneratedAlways<number | null>;
  name: string;
  name_en: Generated<string>;
  icon: Generated<string>;
  image: Generated<string>;
  status: Generated<Switch>;
  weigh: Generated<number>;
}

interface GoodsTable extends Stamped, Versioned {
  id: Generated<number>;
  category_id: number;
  title: string;
  title_en: Generated<string>;
  subtitle: Generated<string>;
  images: JsonWithDefault<readonly string[]>;
  /** Cents. */
  price: number;
  /** Cents. */
  list_price: number | null;
  stock: Generated<number>;
  unit: Generated<string>;
  status: Generated<'draft' | 'on' | 'off'>;
  tags: JsonWithDefault<readonly string[]>;
  description: Generated<string>;
  weigh: Generated<number>;
}

/** Tables a resource may stand on; nothing in them is secret. */
interface ResourceTables {
  admin: AdminTable;
  admin_group: AdminGroupTable;
  admin_group_access: AdminGroupAccessTable;
  admin_rule: AdminRuleTable;
  config: ConfigTable;
  admin_log: AdminLogTable;
  change_set: ChangeSetTable;
  change_set_undo: ChangeSetUndoTable;
  record_change: RecordChangeTable;
  security_data_recycle: DataRecycleTable;
  security_sensitive_data: SensitiveDataTable;
  recycle_entry: RecycleEntryTable;
  sensitive_entry: SensitiveEntryTable;
  goods_category: GoodsCategoryTable;
  goods: GoodsTable;
  attachment: AttachmentTable;
  outbox_message: OutboxMessageTable;
  member: MemberTable;
  member_group: MemberGroupTable;
  member_rule: MemberRuleTable;
  money_log: MoneyLogTable;
  score_log: ScoreLogTable;
  project: ProjectTable;
  classification: ClassificationTable;
  problem_report: ProblemReportTable;
}

/** Apart from `admin`, so that no `select *` and no record change can carry it out. Source: security.md rule 12. */
interface AdminPasswordTable {
  admin_id: number;
  /** PHC string: algorithm, parameters, salt and hash. */
  hash: string;
  update_time: UnixSeconds;
}

export type TokenType = 'admin' | 'admin-refresh' | 'user' | 'user-refresh';

interface TokenTable {
  /** SHA-256 of the token; the token itself is never stored. */
  hash: string;
  type: TokenType;
  account_id: number;
  /** All tokens that came from one sign-in. */
  family_id: string;
  /** When that sign-in happened: the absolute limit counts from here. */
  session_created_at: UnixSeconds;
  create_time: UnixSeconds;
  expire_time: UnixSeconds;
  /** Set once: when a refresh token is spent, when an access token comes for the first time. */
  used_at: UnixSeconds | null;
  /** Hash of the refresh token that replaced it. */
  replaced_by: string | null;
  /** The pair that replaced it, encrypted, for a request whose reply was lost; cleared with the next renewal. */
  sealed_successor: string | null;
  /** Of a refresh token: whether each renewal replaces it; another one stays good until it lies unused. */
  rotates: Generated<boolean>;
  /** Of a refresh token that replaced another: the hash of the access token issued beside it. */
  issued_with: string | null;
  revoked_at: UnixSeconds | null;
  /** When an access token was last used, to the minute; `ip` and `useragent` are those of that use. */
  seen_at: Generated<number>;
  ip: Generated<string>;
  useragent: Generated<string>;
}

/** Raised before judging, under a lock of the key; lowered again where what was counted turned out right. */
interface ThrottleCounterTable {
  key: string;
  window_start: UnixSeconds;
  count: Generated<number>;
}

/** Kept 24 hours. `status` and `reply` are null while the first request is still running. */
interface IdempotencyKeyTable {
  /** Who sent it, for example `admin:1`. */
  caller: string;
  key: string;
  request_hash: string;
  status: number | null;
  reply: Json<unknown> | null;
  create_time: UnixSeconds;
}

/** Append-only, like record_change, but that an entry counts the further ones that are folded into it. */
interface SecurityLogTable {
  id: GeneratedAlways<number>;
  at: UnixSeconds;
  /** One of `SECURITY_EVENTS`, as they were when it was written. */
  kind: string;
  account_type: 'admin' | 'user' | null;
  account_id: number | null;
  /** The account, where it is an administrator's or a member's; the list is filtered by them. */
  admin_id: GeneratedAlways<number | null>;
  member_id: GeneratedAlways<number | null>;
  ip: Generated<string>;
  useragent: Generated<string>;
  detail: JsonWithDefault<RowImage>;
  /** How many events it stands for, and when the newest of them was. */
  count: Generated<number>;
  last_at: UnixSeconds;
  /** Names what is folded into it; null where nothing is. */
  fold_key: string | null;
}

/** Steps that sections' folders have brought in. */
interface SectionStepTable {
  section: string;
  step: string;
}

/** Which rules are of which section, and whether they are off because its folder is gone. */
interface SectionRuleTable {
  rule_id: number;
  section: string;
  is_off: Generated<boolean>;
}

/** Tables for named services only; the resource engine is never given them. */
interface SecretTables {
  admin_password: AdminPasswordTable;
  token: TokenTable;
  throttle_counter: ThrottleCounterTable;
  idempotency_key: IdempotencyKeyTable;
  security_log: SecurityLogTable;
  blob: BlobTable;
  verification_code: VerificationCodeTable;
  code_turn: CodeTurnTable;
  config_secret: ConfigSecretTable;
  two_factor: TwoFactorTable;
  recovery_code: RecoveryCodeTable;
  sign_in_step: SignInStepTable;
  sign_in_place: SignInPlaceTable;
  captcha: CaptchaTable;
  captcha_work: CaptchaWorkTable;
  cloud_form: CloudFormTable;
  recycled_file: RecycledFileTable;
  terminal_run: TerminalRunTable;
  terminal_event: TerminalEventTable;
  terminal_ticket: TerminalTicketTable;
  saved_view: SavedViewTable;
  problem_journal: ProblemJournalTable;
  area: AreaTable;
  project_choice: ProjectChoiceTable;
  section_step: SectionStepTable;
  section_rule: SectionRuleTable;
}

export interface Tables extends ResourceTables, SecretTables, MemberSecretTables {}

/** A row as it is read from a table. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** A row as it is inserted into a table. */
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;

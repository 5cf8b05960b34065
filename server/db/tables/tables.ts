import type { SectionClockTable, SectionKeptTable, SectionRevisionTable, SectionTable } from './designer-tables.ts';
import type { Generated, GeneratedAlways, Insertable, Selectable } from 'kysely';
import type { AdminGroupTable } from '#sections/admin-group/admin-group.table.ts';
import type { AdminLogTable } from '#sections/admin-log/admin-log.table.ts';
import type { AdminRuleTable } from '#sections/admin-rule/admin-rule.table.ts';
import type { AdminTable } from '#sections/admin/admin.table.ts';
import type { AdminGroupAccessTable, AdminPasswordTable } from './admin-tables.ts';
import type { CaptchaTable, CaptchaWorkTable } from './captcha-tables.ts';
import type { ChangeSetTable } from '#sections/change-set/change-set.table.ts';
import type { DataRecycleTable } from '#sections/data-recycle/data-recycle.table.ts';
import type { RecycleEntryTable } from '#sections/data-recycle-log/data-recycle-log.table.ts';
import type { SensitiveDataTable } from '#sections/sensitive-data/sensitive-data.table.ts';
import type {
  ChangeSetUndoTable,
  PersonalColumnTable,
  RecordChangeTable,
  SectionRestoreTable,
  SensitiveEntryTable,
} from './change-tables.ts';
import type { ChatFeedbackTable } from '#sections/chat-feedback/chat-feedback.table.ts';
import type { ChatModelTable } from '#sections/chat-model/chat-model.table.ts';
import type { ChatPromptTable } from '#sections/chat-prompt/chat-prompt.table.ts';
import type { ChatQuotaTable } from '#sections/chat-quota/chat-quota.table.ts';
import type { ChatUsageTable } from '#sections/chat-usage/chat-usage.table.ts';
import type { ChatWordTable } from '#sections/chat-word/chat-word.table.ts';
import type {
  ChatAttachmentTable,
  ChatConversationTable,
  ChatEventTable,
  ChatMessageAttachmentTable,
  ChatMessageTable,
  ChatModelSecretTable,
  ChatRunTable,
  ChatProposalTable,
  ChatShareTable,
  ChatVisitorTable,
} from './chat-tables.ts';
import type { Json, UnixSeconds, Versioned } from '../columns/column-types.ts';
import type { GoodsCategoryTable } from '#sections/goods-category/goods-category.table.ts';
import type { GoodsTable } from '#sections/goods/goods.table.ts';
import type { LifeRequestTable, LifeRevisionTable, LifeStepTable, LifeTimerTable, SiteLifeTable } from './life-tables.ts';
import type { MemberGroupTable } from '#sections/member-group/member-group.table.ts';
import type { MemberRuleTable } from '#sections/member-rule/member-rule.table.ts';
import type { MemberTable } from '#sections/member/member.table.ts';
import type { MoneyLogTable } from '#sections/money-log/money-log.table.ts';
import type { ScoreLogTable } from '#sections/score-log/score-log.table.ts';
import type { MemberSecretTables } from './member-tables.ts';
import type {
  ModulePackageTable,
  ModulePictureTable,
  ModulePublisherTable,
  ModuleRegistryTable,
  ModuleRunTable,
  ModuleTable,
} from './module-tables.ts';
import type { ClassificationTable } from '#sections/classification/classification.table.ts';
import type { ProjectTable } from '#sections/project/project.table.ts';
import type { AreaTable, ProjectChoiceTable } from './project-tables.ts';
import type { ProblemReportTable } from '#sections/problem-report/problem-report.table.ts';
import type { ProblemJournalTable } from './problem-tables.ts';
import type { DashboardLayoutTable, NotificationReaderTable, NotificationTable, RecordWatchTable } from './own-tables.ts';
import type { ApiTokenTable } from '#sections/api-token/api-token.table.ts';
import type { TerminalRunTable } from '#sections/terminal-run/terminal-run.table.ts';
import type { WebhookDeliveryTable } from '#sections/webhook-delivery/webhook-delivery.table.ts';
import type { WebhookTable } from '#sections/webhook/webhook.table.ts';
import type { ApiTokenSecretTable, WebhookAttemptTable, WebhookSecretTable } from './program-tables.ts';
import type { SavedViewTable } from './saved-view-tables.ts';
import type { SignInGroupTable } from '#sections/sign-in-group/sign-in-group.table.ts';
import type { SignInProviderTable } from '#sections/sign-in-provider/sign-in-provider.table.ts';
import type { ExternalTables, SecurityLogTable, TokenTable, TraceErasureTable } from './session-tables.ts';
import type { NoticeTable } from '#sections/notice/notice.table.ts';
import type { PublicPageTable } from '#sections/public-page/public-page.table.ts';
import type { PreviewTicketTable, SiteVersionTable, PageFileTable } from './site-tables.ts';
import type { TerminalEventTable, TerminalTicketTable } from './terminal-tables.ts';
import type { RecoveryCodeTable, SignInPlaceTable, SignInStepTable, TwoFactorTable } from './two-factor-tables.ts';
import type { AttachmentTable } from '#sections/attachment/attachment.table.ts';
import type { BlobTable, CloudFormTable, MemberCloudFormTable, RecycledFileTable } from './upload-tables.ts';
import type { OutboxMessageTable } from '#sections/outbox-message/outbox-message.table.ts';
import type { CodeTurnTable, ConfigSecretTable, VerificationCodeTable } from './verification-tables.ts';

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
  personal_column: PersonalColumnTable;
  life_request: LifeRequestTable;
  life_revision: LifeRevisionTable;
  life_step: LifeStepTable;
  life_timer: LifeTimerTable;
  site_life: SiteLifeTable;
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
  notice: NoticeTable;
  public_page: PublicPageTable;
  chat_model: ChatModelTable;
  chat_prompt: ChatPromptTable;
  chat_quota: ChatQuotaTable;
  chat_word: ChatWordTable;
  chat_feedback: ChatFeedbackTable;
  chat_usage: ChatUsageTable;
  api_token: ApiTokenTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  sign_in_provider: SignInProviderTable;
  sign_in_group: SignInGroupTable;
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

/** What takes an administrator's own change of email address back. */
interface AdminAddressUndoTable {
  id: GeneratedAlways<number>;
  /** SHA-256 of the number that was sent to the old address. */
  hash: string;
  admin_id: number;
  old_email: string;
  expire_time: UnixSeconds;
}

/** Tables for named services only; the resource engine is never given them. */
interface SecretTables {
  admin_password: AdminPasswordTable;
  admin_address_undo: AdminAddressUndoTable;
  token: TokenTable;
  throttle_counter: ThrottleCounterTable;
  idempotency_key: IdempotencyKeyTable;
  security_log: SecurityLogTable;
  trace_erasure: TraceErasureTable;
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
  member_cloud_form: MemberCloudFormTable;
  recycled_file: RecycledFileTable;
  terminal_run: TerminalRunTable;
  terminal_event: TerminalEventTable;
  terminal_ticket: TerminalTicketTable;
  saved_view: SavedViewTable;
  dashboard_layout: DashboardLayoutTable;
  notification: NotificationTable;
  notification_reader: NotificationReaderTable;
  record_watch: RecordWatchTable;
  problem_journal: ProblemJournalTable;
  area: AreaTable;
  project_choice: ProjectChoiceTable;
  section_step: SectionStepTable;
  section_rule: SectionRuleTable;
  site_version: SiteVersionTable;
  page_file: PageFileTable;
  preview_ticket: PreviewTicketTable;
  chat_model_secret: ChatModelSecretTable;
  section: SectionTable;
  section_revision: SectionRevisionTable;
  section_kept: SectionKeptTable;
  section_clock: SectionClockTable;
  section_restore: SectionRestoreTable;
  module: ModuleTable;
  module_package: ModulePackageTable;
  module_picture: ModulePictureTable;
  module_publisher: ModulePublisherTable;
  module_registry: ModuleRegistryTable;
  module_run: ModuleRunTable;
  chat_attachment: ChatAttachmentTable;
  chat_message_attachment: ChatMessageAttachmentTable;
  chat_visitor: ChatVisitorTable;
  chat_conversation: ChatConversationTable;
  chat_message: ChatMessageTable;
  chat_run: ChatRunTable;
  chat_event: ChatEventTable;
  chat_proposal: ChatProposalTable;
  chat_share: ChatShareTable;
  api_token_secret: ApiTokenSecretTable;
  webhook_secret: WebhookSecretTable;
  webhook_attempt: WebhookAttemptTable;
}

export interface Tables extends ResourceTables, SecretTables, MemberSecretTables, ExternalTables {}

/** A row as it is read from a table. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** A row as it is inserted into a table. */
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;

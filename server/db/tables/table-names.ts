import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';
import type { Tables } from './tables.ts';

/** Every table of the program itself; whoever adds one to the types is asked for it here. */
const CORE_TABLES: Readonly<Record<keyof Tables, true>> = {
  admin: true,
  admin_group: true,
  admin_group_access: true,
  admin_rule: true,
  config: true,
  admin_log: true,
  change_set: true,
  change_set_undo: true,
  record_change: true,
  security_data_recycle: true,
  security_sensitive_data: true,
  recycle_entry: true,
  sensitive_entry: true,
  goods_category: true,
  goods: true,
  attachment: true,
  outbox_message: true,
  member: true,
  member_group: true,
  member_rule: true,
  money_log: true,
  score_log: true,
  project: true,
  classification: true,
  problem_report: true,
  admin_password: true,
  member_password: true,
  member_proof: true,
  address_pass: true,
  address_undo: true,
  member_message: true,
  member_preference: true,
  daily_check_in: true,
  member_export: true,
  member_deletion: true,
  token: true,
  throttle_counter: true,
  idempotency_key: true,
  security_log: true,
  blob: true,
  verification_code: true,
  code_turn: true,
  config_secret: true,
  two_factor: true,
  recovery_code: true,
  sign_in_step: true,
  sign_in_place: true,
  captcha: true,
  captcha_work: true,
  cloud_form: true,
  recycled_file: true,
  terminal_run: true,
  terminal_event: true,
  terminal_ticket: true,
  saved_view: true,
  problem_journal: true,
  area: true,
  project_choice: true,
  section_step: true,
  section_rule: true,
  site_version: true,
};

/** Tables by month, whose names follow the calendar. */
const BLOCK = /^(?:change_set|record_change)_(?:old|\d+)$/u;

/** Whether a table belongs to the program, to what brings its tables up to date, or to the database itself. */
export const isCoreTable = (name: string): boolean =>
  Object.hasOwn(CORE_TABLES, name) ||
  SHIPPED_RESOURCES.some(({ table }) => table === name) ||
  /^(?:kysely|pg)_/u.test(name) ||
  BLOCK.test(name);

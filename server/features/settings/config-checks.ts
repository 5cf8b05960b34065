import type { Pair } from '#domain/settings/config-item';
import type { Issue } from '#domain/base/issue';
import { parseByteSize } from '#domain/base/file-size';
import { MOST_DAILY_POINTS } from '#domain/members/daily-points';
import { isFrameable } from '#domain/base/addresses/link';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { MOST_CARDS, MOST_QUESTIONS, searchProofOf } from '#domain/site/home-settings';
import { settingLines } from '#domain/settings/setting-lines';
import { wrongSheetLine } from '#domain/settings/style-sheets';
import { isListed, networkList } from '../../base/network.ts';
import { MAX_DAYS } from '../base/retention.ts';
import { isPort } from '../../base/port-number.ts';
import { isSameBucket } from '../../ports/same-bucket.ts';
import type { ServerPorts } from '../../ports/ports.ts';

/** What else has to be known of who changes a setting, and of the others. */
interface CheckContext {
  readonly ip: string;
  /** Groups that have settings. */
  readonly groupsInUse: readonly string[];
  /** Buckets that nobody else may read. */
  readonly ownBuckets: NonNullable<ServerPorts['ownBuckets']>;
}

type Check = (stored: string, context: CheckContext) => Issue | null;

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Without a path: pages of the site are named by their whole address. */
const isSiteAddress = (stored: string): boolean =>
  /^https?:/u.test(stored) && URL.canParse(stored) && new URL(stored).origin === stored.replace(/\/$/u, '');

/** What names are put behind: a web address without a question, a mark or somebody's password. */
function isStoreAddress(stored: string): boolean {
  const url = isFrameable(stored) ? URL.parse(stored) : null;
  return url !== null && !/[?#]/u.test(stored) && url.username === '' && url.password === '';
}

/** A list with a typo would block nobody, one with the own address would block whoever could take it back. */
function checkNetworks(stored: string, { ip }: CheckContext): Issue | null {
  const lines = settingLines(stored);
  const wrong = lines.find((line) => networkList([line]) === null);
  if (wrong !== undefined) return { key: 'refusals.settings.network', params: { line: wrong.slice(0, 60) } };
  return isListed(ip, networkList(lines) ?? []) ? { key: 'refusals.settings.ownNetwork', params: { ip } } : null;
}

/** What lies in the bucket of the settings is read by everybody. */
function checkStore(stored: string, { ownBuckets }: CheckContext): Issue | null {
  if (stored !== '' && !isStoreAddress(stored)) return { key: 'validation.url' };
  const isOwn = ownBuckets.some((own) => isSameBucket(own, { url: stored, bucket: own.bucket }));
  return isOwn ? { key: 'refusals.settings.ownBucket' } : null;
}

const checkSheets: Check = (stored) => {
  const line = wrongSheetLine(stored);
  return line === null ? null : { key: 'refusals.settings.styleSheet', params: { line: line.slice(0, 60) } };
};

const pairsOf = (stored: string): readonly Pair[] => (stored === '' ? [] : (JSON.parse(stored) as Pair[]));

function checkGroups(stored: string, { groupsInUse }: CheckContext): Issue | null {
  const pairs = pairsOf(stored);
  const keys = pairs.map(({ key }) => key);
  const isFine = pairs.every(({ key, value }) => /^[a-z][a-z0-9_]{0,29}$/u.test(key) && value.trim() !== '');
  if (!isFine || new Set(keys).size < keys.length) return { key: 'refusals.settings.groups' };
  const lost = groupsInUse.find((group) => !keys.includes(group));
  return lost === undefined ? null : { key: 'refusals.settings.groupInUse', params: { group: lost } };
}

const checkEntrances: Check = (stored) =>
  pairsOf(stored).every(({ key, value }) => key.trim() !== '' && /^\w[\w/-]{0,99}$/u.test(value))
    ? null
    : { key: 'refusals.settings.entrances' };

const checkProofs: Check = (stored) => {
  const line = settingLines(stored).find((one) => searchProofOf(one) === null);
  return line === undefined ? null : { key: 'refusals.settings.searchProof', params: { line: line.slice(0, 60) } };
};

/** What is never shown would be saved without effect. */
const checkCards: Check = (stored) =>
  pairsOf(stored).length > MOST_CARDS ? { key: 'refusals.settings.cards', params: { max: MOST_CARDS } } : null;
const checkQuestions: Check = (stored) =>
  settingLines(stored).length > MOST_QUESTIONS ? { key: 'refusals.settings.questions', params: { max: MOST_QUESTIONS } } : null;

const only =
  (isFine: (stored: string) => boolean, key: string): Check =>
  (stored) =>
    stored === '' || isFine(stored) ? null : { key };

const checkDays = only((stored) => /^\d{1,5}$/u.test(stored) && Number(stored) <= MAX_DAYS, 'refusals.settings.days');

function checkDailyPoints(stored: string): Issue | null {
  if (stored !== '' && !/^\d{1,12}$/u.test(stored)) return { key: 'validation.integer' };
  return Number(stored) > MOST_DAILY_POINTS ? { key: 'validation.max', params: { max: MOST_DAILY_POINTS } } : null;
}

/** Rules of single settings beyond what their types and validators say. */
const CHECKS: Readonly<Record<string, Check>> = {
  time_zone: only(isZone, 'refusals.settings.timeZone'),
  no_access_ip: checkNetworks,
  site_logo: only(isPictureAddress, 'validation.url'),
  share_image: only(isPictureAddress, 'validation.url'),
  home_cards: checkCards,
  home_cards_en: checkCards,
  home_questions: checkQuestions,
  home_questions_en: checkQuestions,
  search_verification: checkProofs,
  site_address: only(isSiteAddress, 'validation.url'),
  style_sheets: checkSheets,
  smtp_port: only(isPort, 'validation.integer'),
  upload_cloud_url: checkStore,
  upload_cdn_url: only(isStoreAddress, 'validation.url'),
  // What is stored by it becomes the address of a file.
  upload_save_name: only((stored) => isPictureAddress(`/${stored.replace(/^\/+/u, '')}`) && !/[?#%]/u.test(stored), 'validation.url'),
  upload_max_size: only((stored) => (parseByteSize(stored) ?? 0) > 0, 'refusals.settings.size'),
  admin_log_days: checkDays,
  security_log_days: checkDays,
  changes_days: checkDays,
  problem_days: checkDays,
  cloud_stray_days: checkDays,
  chat_visitor_days: checkDays,
  chat_member_days: checkDays,
  chat_temporary_hours: only((stored) => /^[1-9]\d{0,3}$/u.test(stored), 'validation.integer'),
  chat_visitor_tokens: only((stored) => /^\d{1,12}$/u.test(stored), 'validation.integer'),
  member_file_megabytes: only((stored) => /^\d{1,6}$/u.test(stored), 'validation.integer'),
  daily_score: checkDailyPoints,
  config_group: checkGroups,
  config_quick_entrance: checkEntrances,
};

/** Where a stored secret would be sent, by the secret's name. */
const DESTINATIONS: Readonly<Record<string, readonly string[]>> = { smtp_pass: ['smtp_server', 'smtp_port', 'smtp_verification'] };

/** Secrets that these changes would send elsewhere: whoever may write settings but not read secrets could fetch them so. */
export const secretsLedAway = (changed: readonly string[]): readonly string[] =>
  Object.keys(DESTINATIONS).filter((secret) => DESTINATIONS[secret]?.some((name) => changed.includes(name)));

export const checkSetting = (name: string, stored: string, context: CheckContext): Issue | null =>
  Object.hasOwn(CHECKS, name) ? (CHECKS[name]?.(stored, context) ?? null) : null;

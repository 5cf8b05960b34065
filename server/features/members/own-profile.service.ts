import type { Transaction } from 'kysely';
import type { saveMemberProfile } from '#api/contract/members/account';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { hasIssues, type Issue } from '#domain/base/issue';
import { isAccount, isCalendarDate, isInvisible, lengthInCodePoints } from '#domain/base/validation';
import { localText } from '#domain/base/zone-time';
import { checkBirthday } from '#domain/members/member-rules';
import { isNickname } from '#domain/members/profile-rules';
import { chosenAvatar } from '#domain/session/default-avatar';
import { member as memberResource } from '#sections/member/member.resource.ts';
import type { MemberCaller } from '../../base/caller.ts';
import { PROFILE_SAVES, PROFILE_SAVES_A_DAY, USERNAME_CHANGES } from '../../base/limits.ts';
import { conflict, FieldsRefused, SessionEnded } from '../../base/refusal.ts';
import { isRefusal } from '../../db/base/database-error.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { rowDifference, logChanges } from '../../resources/write/record-change.ts';
import { countOwnAttempt } from '../base/own-attempt.ts';
import { readMemberInfo } from './member-info.ts';

type Change = ParsedInputOf<typeof saveMemberProfile>;
type Ports = Pick<ServerPorts, 'database' | 'clock' | 'jobs'>;

interface Values {
  readonly avatar?: string;
  readonly username?: string;
  readonly nickname?: string;
  readonly gender?: '0' | '1' | '2';
  readonly birthday?: string | null;
  readonly motto?: string;
}

const COLUMNS = ['username', 'nickname', 'avatar', 'gender', 'birthday', 'motto', 'version'] as const;

/** Changes the caller's own account, whatever id was sent along. Source: wire protocol §2.10, "profile". */
export async function storeOwnProfile(ports: Ports, change: Change, caller: MemberCaller): Promise<void> {
  const { kysely } = ports.database;
  const values = valuesOf(change);
  const now = nowSeconds(ports);
  const { timeZone } = await readSiteSettings(kysely);
  const stored = await kysely
    .selectFrom('member')
    .select(COLUMNS)
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow(() => new SessionEnded('member'));
  // What stands there already may be older than a rule.
  const entered = Object.fromEntries(Object.entries(values).filter(([name, value]) => stored[name as keyof Values] !== value)) as Values;
  check(entered, localText(now, timeZone).slice(0, 10));
  // What changes nothing leaves no trace.
  if (Object.keys(entered).length > 0) await countSave(ports, caller, entered.username !== undefined);
  const write = ports.database.transaction(async (trx) => {
    await lockOwnAccount(trx, caller);
    const before = await trx.selectFrom('member').select(COLUMNS).where('id', '=', caller.id).executeTakeFirstOrThrow();
    if (isGiven(change.version) && Number(change.version) !== before.version) throw conflict(await readMemberInfo(trx, caller.id));
    if (values.avatar !== undefined && values.avatar !== before.avatar) await requireOwnPicture(trx, values.avatar, caller.id);
    const { version: _version, ...row } = before;
    const images = rowDifference(row, { ...row, ...values });
    if (images === null) return;
    await trx
      .updateTable('member')
      .set((set) => ({ ...values, update_time: now, version: set('version', '+', 1) }))
      .where('id', '=', caller.id)
      .execute();
    const about = { resource: memberResource, caller, nowSeconds: now, action: 'edit', source: 'form', jobs: ports.jobs } as const;
    await logChanges(trx, about, [{ recordId: caller.id, ...images, row }]);
  });
  await write.catch((error: unknown) => {
    throw isRefusal(error, 'unique') ? new FieldsRefused({ username: { key: 'refusals.member.taken' } }) : error;
  });
}

/** Names are counted by themselves as well: the reply says whether somebody else has one. */
async function countSave(ports: Ports, caller: MemberCaller, isName: boolean): Promise<void> {
  const { id } = caller;
  await countOwnAttempt(ports, caller, [
    { key: `profile:${id}`, limit: PROFILE_SAVES },
    { key: `profile-day:${id}`, limit: PROFILE_SAVES_A_DAY },
    ...(isName ? [{ key: `username:${id}`, limit: USERNAME_CHANGES }] : []),
  ]);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Without a version, as stock clients save, a birthday that is left out is none. */
function valuesOf({ avatar, username, nickname, gender, birthday, motto, version }: Change): Values {
  const isWhole = !isGiven(version);
  const day = typeof birthday === 'string' ? birthday.trim() : '';
  return {
    ...(typeof avatar === 'string' && { avatar: chosenAvatar(avatar.trim()) }),
    ...(typeof username === 'string' && { username: username.trim() }),
    ...(typeof nickname === 'string' && { nickname: nickname.trim() }),
    ...(isGiven(gender) && { gender: String(gender) as '0' | '1' | '2' }),
    ...((birthday !== undefined || isWhole) && { birthday: day === '' ? null : day }),
    ...(typeof motto === 'string' && { motto: motto.trim() }),
  };
}

function check({ username, nickname, gender, birthday, motto, avatar }: Values, today: string): void {
  const issues: Record<string, Issue> = {};
  const longer = (name: string, value: string | undefined, max: number): void => {
    if (value !== undefined && lengthInCodePoints(value) > max) issues[name] = { key: 'validation.maxLength', params: { max } };
  };
  if (username !== undefined && !isAccount(username)) issues['username'] = { key: 'validation.account' };
  if (nickname !== undefined && !isNickname(nickname)) issues['nickname'] = { key: 'refusals.member.nickname' };
  if (nickname !== undefined && isInvisible(nickname)) issues['nickname'] = { key: 'validation.required' };
  longer('nickname', nickname, 50);
  longer('motto', motto, 255);
  longer('avatar', avatar, 255);
  if (gender !== undefined && !['0', '1', '2'].includes(gender)) issues['gender'] = { key: 'validation.option' };
  if (typeof birthday === 'string') {
    const issue = isCalendarDate(birthday) ? checkBirthday(birthday, today) : { key: 'validation.date' };
    if (issue) issues['birthday'] = issue;
  }
  if (hasIssues(issues)) throw new FieldsRefused(issues);
}

/** A picture is one that the member has stored here: others could watch from theirs who looks at it. */
async function requireOwnPicture(trx: Transaction<Tables>, avatar: string, memberId: number): Promise<void> {
  if (avatar === '') return;
  const own = await trx
    .selectFrom('attachment')
    .select('id')
    .where('url', '=', avatar)
    .where('user_id', '=', memberId)
    .where('mimetype', 'like', 'image/%')
    .executeTakeFirst();
  if (!own) throw new FieldsRefused({ avatar: { key: 'refusals.member.notOwnPicture' } });
}

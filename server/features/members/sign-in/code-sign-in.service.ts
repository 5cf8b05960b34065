import type { Kysely } from 'kysely';
import type { signInByCode } from '#api/contract/members/member-session';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { hasIssues, type Issue } from '#domain/base/issue';
import { isEmail, isMobile } from '#domain/base/validation';
import type { Client } from '../../../base/caller.ts';
import { CODE_SIGN_INS_PER_NETWORK } from '../../../base/limits.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { memberIdBy } from '../../../resources/access/member-by-name.ts';
import { storedHashOf } from '../../../resources/access/own-account.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { countAttempt } from '../../base/throttle.ts';
import type { SessionFeature } from '../../session/session.feature.ts';
import type { MemberSessions, MemberSignedIn } from './member-sessions.service.ts';
import type { MemberSettingsReader } from './member-settings.ts';

/** Members coming in with a code instead of their password. Source: security.md rules 7, 8. */
export interface CodeSignIn {
  /**
   * An unknown address, a wrong code and a disabled account are answered alike. A second factor is still asked for.
   * @throws FieldsRefused at the fields of the form, `captcha` for the code, `factorCode` for that of the second factor
   */
  signIn(form: ParsedInputOf<typeof signInByCode>, client: Client): Promise<MemberSignedIn>;
}

const CODE_WRONG = { captcha: { key: 'refusals.codeWrong' } } as const;

export function createCodeSignIn(
  ports: ServerPorts,
  sessions: Pick<MemberSessions, 'begin' | 'proveFactor'>,
  codes: Pick<SessionFeature['codes'], 'verify'>,
  settings: MemberSettingsReader,
  securityLog: SecurityLog,
): CodeSignIn {
  const { kysely } = ports.database;
  return {
    async signIn(form, client) {
      if (!(await settings.read()).takesCodes) throw rejection('refusals.member.noCodeSignIn');
      const { channel, account, code } = wantedOf(form);
      await countAttempt(ports, [{ key: `code-sign-in:${networkOf(client.ip)}`, limit: CODE_SIGN_INS_PER_NETWORK }]);
      const id = await memberIdBy(kysely, channel, account);
      const subject = id === null ? { detail: {} } : ({ accountType: 'user', accountId: id, detail: {} } as const);
      const spend = await codes
        .verify({ purpose: 'user_login', target: account, client, memberId: null }, code)
        .catch(async (error: unknown) => {
          await securityLog.write('session.signInRefused', client, subject);
          throw error;
        });
      // Only known accounts were sent a code; one may have gone or been disabled since.
      if (id === null || !(await isActive(kysely, id))) throw new FieldsRefused(CODE_WRONG);
      const hash = await storedHashOf(kysely, { area: 'user', accountId: id });
      // Before the code is used up: whoever mistypes the second one does not wait for another of the first.
      const hasFactor = await sessions.proveFactor(id, form.factorCode ?? '', client);
      await spend();
      return sessions.begin({ id, hash, withoutPassword: true, hasFactor }, form.keep, client, async (trx) => {
        // Whoever takes the address away means to end what its codes open.
        if ((await memberIdBy(trx, channel, account)) !== id) throw new FieldsRefused(CODE_WRONG);
      });
    },
  };
}

const isActive = async (kysely: Kysely<Tables>, id: number): Promise<boolean> =>
  (await kysely.selectFrom('member').select('status').where('id', '=', id).executeTakeFirst())?.status === 'enable';

/** @throws FieldsRefused */
function wantedOf({ type, account: typed, captcha }: ParsedInputOf<typeof signInByCode>) {
  const [account, code] = [typed?.trim().toLowerCase() ?? '', captcha?.trim() ?? ''];
  const channel = type === 'mobile' ? 'mobile' : 'email';
  const issues: Record<string, Issue> = {};
  if (type !== channel) issues['type'] = { key: 'validation.option' };
  const isAddress = channel === 'email' ? isEmail(account) : isMobile(account);
  if (!isAddress) issues['account'] = { key: account === '' ? 'validation.required' : `validation.${channel}` };
  if (code === '') issues['captcha'] = { key: 'validation.required' };
  if (hasIssues(issues)) throw new FieldsRefused(issues);
  return { channel, account, code } as const;
}

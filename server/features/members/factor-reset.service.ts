import type { readFactorOfMember } from '#api/contract/members/factor-reset';
import type { OutputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { member as memberResource } from '#sections/member/member.resource.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockAccount } from '../../resources/access/locked-account.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { logChanges } from '../../resources/write/record-change.ts';
import type { Guesses } from '../base/guesses.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { provePassword } from '../session/base/own-password.ts';
import type { TwoFactorService } from '../session/two-factor/two-factor.service.ts';
import type { MemberMessages } from './messages/member-messages.ts';
import { voidDoors } from '../session/base/void-doors.ts';
import { tellMember } from './sign-in/member-holders.ts';

/** What administrators do for a member who has lost the second factor, which ends the passkeys and the links too. Source: security.md rules 6, 12. */
export interface FactorReset {
  /** @throws notFound for a member that there is not */
  read(memberId: number): Promise<OutputOf<typeof readFactorOfMember>>;
  /** @param password of the caller. @throws FieldsRefused at `password`, notFound, the refusal where no factor is on */
  reset(memberId: number, password: string, caller: AdminCaller): Promise<void>;
}

const user = (accountId: number) => ({ area: 'user', accountId }) as const;

export function createFactorReset(
  ports: ServerPorts & { readonly guesses: Guesses },
  factors: TwoFactorService,
  securityLog: SecurityLog,
  messages: MemberMessages,
): FactorReset {
  const { database } = ports;
  return {
    async read(memberId) {
      const found = await database.kysely.selectFrom('member').select('id').where('id', '=', memberId).executeTakeFirst();
      if (!found) throw notFound();
      const { isOn, since } = await factors.stateOf(user(memberId));
      return { is_on: isOn, since };
    },

    async reset(memberId, password, caller) {
      const proved = await provePassword(ports, caller, password, 'password');
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller, proved);
        const account = await lockAccount(trx, user(memberId));
        const row = await trx.selectFrom('member').selectAll().where('id', '=', memberId).executeTakeFirst();
        if (!row) throw notFound();
        if (!(await factors.remove(trx, user(memberId)))) throw rejection('refusals.account.factorOff');
        const write = {
          resource: memberResource,
          caller,
          nowSeconds: nowSeconds(ports),
          action: 'edit',
          source: 'form',
          keptOut: 'secret',
        } as const;
        await logChanges(trx, { ...write, jobs: ports.jobs }, [
          { recordId: memberId, before: {}, after: {}, row, beside: { secrets: ['two_factor'] } },
        ]);
        const about = { accountType: 'user', accountId: memberId, detail: { byAdmin: caller.id } } as const;
        await securityLog.write('twoFactor.reset', caller.client, about, trx);
        await messages.tell(trx, memberId, 'factorReset', caller.client);
        await voidDoors({ ports, securityLog, tell: tellMember(messages) }, account, caller.client, about.detail);
      });
    },
  };
}

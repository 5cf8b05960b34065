import * as contract from '#api/contract/session/verification';
import { mount, mountForAdmin } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { Channel } from '#domain/members/channel';
import { transportOf } from './delivery.ts';
import { sendTest } from './test-mail.ts';
import type { VerificationService } from './verification.service.ts';

const SENT = { email: 'calls.done.ems/send', mobile: 'calls.done.sms/send' } as const;

/** Whoever looks for a code where none can be sent to waits in vain. It goes by the site alone: whether there is such an account is nobody's business. */
const whereCodesGo = (ports: ServerPorts, channel: Channel) => async (): Promise<string> =>
  (await transportOf(ports, channel)) === null ? 'calls.codeKept' : SENT[channel];

/** Verification codes for anyone, and a test mail for super administrators. */
export function verificationRoutes(table: RouteTable, codes: VerificationService, ports: ServerPorts): void {
  mount(
    table,
    contract.sendMail,
    async ({ email, event, captchaId, captchaInfo, password }, caller) => {
      await codes.send({ channel: 'email', target: email, purpose: event, captchaId, captchaInfo, password }, caller);
      return null;
    },
    whereCodesGo(ports, 'email'),
  );

  mount(
    table,
    contract.sendSms,
    async ({ mobile, template_code: purpose, captchaId, captchaInfo, password }, caller) => {
      await codes.send({ channel: 'mobile', target: mobile, purpose, captchaId, captchaInfo, password }, caller);
      return null;
    },
    whereCodesGo(ports, 'mobile'),
  );

  mountForAdmin(table, contract.sendTestMail, async (typed, caller) => {
    await sendTest(ports, typed, caller);
    return null;
  });
}

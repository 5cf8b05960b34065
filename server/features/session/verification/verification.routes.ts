import * as contract from '#api/contract/session/verification';
import { mount, mountForAdmin } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { sendTest } from './test-mail.ts';
import type { VerificationService } from './verification.service.ts';

/** Verification codes for anyone, and a test mail for super administrators. */
export function verificationRoutes(table: RouteTable, codes: VerificationService, ports: ServerPorts): void {
  mount(table, contract.sendMail, async ({ email, event, captchaId, captchaInfo, password }, caller) => {
    await codes.send({ channel: 'email', target: email, purpose: event, captchaId, captchaInfo, password }, caller);
    return null;
  });

  mount(table, contract.sendSms, async ({ mobile, template_code: purpose, captchaId, captchaInfo, password }, caller) => {
    await codes.send({ channel: 'mobile', target: mobile, purpose, captchaId, captchaInfo, password }, caller);
    return null;
  });

  mountForAdmin(table, contract.sendTestMail, async (typed, caller) => {
    await sendTest(ports, typed, caller);
    return null;
  });
}

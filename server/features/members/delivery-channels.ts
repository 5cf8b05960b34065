import type { ServerPorts } from '../../ports/ports.ts';
import { transportOf } from '../session/verification/delivery.ts';

/** Which way codes go now, by channel: where nobody takes them, into the outbox, from which an administrator passes them on. */
export async function channelsOf(ports: ServerPorts): Promise<Record<'email' | 'mobile', 'mail' | 'sms' | 'outbox'>> {
  return {
    email: (await transportOf(ports, 'email')) === null ? 'outbox' : 'mail',
    mobile: (await transportOf(ports, 'mobile')) === null ? 'outbox' : 'sms',
  };
}

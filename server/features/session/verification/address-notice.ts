import type { MessageFault } from '#domain/session/message-fault';
import { ADDRESS_UNDO_SECONDS } from '../../../base/limits.ts';
import type { Language } from '../../../base/messages.ts';
import { DeliveryError } from '../../../ports/verification-ports.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import type { Channel } from '#domain/members/channel';
import { writeNotice } from './code-message.ts';
import { transportOf } from './delivery.ts';
import { ADDRESS_CHANGED, deliverMessage, keepMessage } from './outbox.ts';

interface AddressNotice {
  /** Whether an address took the place of another, or came beside one. */
  readonly news: 'addressChanged' | 'addressAdded' | 'staffAddressChanged';
  readonly channel: Channel;
  /** The old address, or the other one. */
  readonly target: string;
  /** Takes the change back. */
  readonly number: string;
  readonly language: Language;
  /** The same for all attempts. */
  readonly delivery: string;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages' | 'mailer' | 'sms'>;

/**
 * Tells an old address that it is one no longer, or an address that another came beside it, with the number that takes this back; as codes do, into the outbox while nobody delivers.
 * @throws DeliveryError where another attempt may go better
 */
export async function sendAddressNotice(ports: Ports, { news, channel, target, number, language, delivery }: AddressNotice): Promise<void> {
  const { siteName: site } = await readSiteSettings(ports.database.kysely);
  const hours = ADDRESS_UNDO_SECONDS / 3600;
  const words = writeNotice(ports.messages, language, news, { site, hours }, number);
  const purpose = ADDRESS_CHANGED;
  const kept = { channel, target, purpose, subject: channel === 'email' ? words.subject : '', text: words.masked, delivery };
  const transport = await transportOf(ports, channel);
  if (transport === null) return keepMessage(ports, kept, number);
  const message = { channel, target, purpose, code: number, language, validSeconds: ADDRESS_UNDO_SECONDS, delivery };
  await deliverMessage(ports, kept, () => transport.send(message, words, site)).catch(ignoreLastingFault);
}

/** Tells somebody who has an account that a new one was wanted for their address. Text messages have no words for it. */
export async function sendKnownNotice(ports: Ports, target: string, language: Language): Promise<void> {
  const { siteName: site } = await readSiteSettings(ports.database.kysely);
  const words = writeNotice(ports.messages, language, 'accountKnown', { site });
  const kept = { channel: 'email', target, purpose: 'account_known', subject: words.subject, text: words.masked } as const;
  const transport = await transportOf(ports, 'email');
  if (transport === null) return keepMessage(ports, kept, '');
  const message = { channel: 'email', target, purpose: kept.purpose, code: '', language } as const;
  await deliverMessage(ports, kept, () => transport.send(message, words, site)).catch(ignoreFault);
}

/** The outbox has noted it. */
function ignoreFault(error: unknown): void {
  if (!(error instanceof DeliveryError)) throw error;
}

/** What is wrong with the message or its recipient; all else passes, or an administrator puts it right. */
const LASTING: ReadonlySet<string> = new Set(['recipientRefused', 'refused'] satisfies MessageFault[]);

/** The outbox has noted it, and it would fail again. */
export function ignoreLastingFault(error: unknown): void {
  if (!(error instanceof DeliveryError) || !LASTING.has(error.fault)) throw error;
}

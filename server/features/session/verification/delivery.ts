import type { ServerPorts } from '../../../ports/ports.ts';
import type { Language } from '../../../base/messages.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import type { Channel } from '#domain/members/channel';
import { writeCode } from './code-message.ts';
import { mailSettingsOf, readMailWords } from './mail-settings.ts';
import { deliverMessage, keepMessage } from './outbox.ts';
import { CODE_SECONDS } from '../../../base/limits.ts';
import { DeliveryError } from '../../../ports/verification-ports.ts';

export interface CodeMessage {
  readonly channel: Channel;
  readonly target: string;
  readonly purpose: string;
  readonly code: string;
  readonly language: Language;
  /** How long the code counts; as long as any where it is left out. */
  readonly validSeconds?: number;
  /** The same for all attempts, where there may be several. */
  readonly delivery?: string;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages' | 'mailer' | 'sms'>;

/** The way a channel's messages take now; null while nobody is there to take them. */
export interface ChannelTransport {
  readonly send: (message: CodeMessage, words: ReturnType<typeof writeCode>, site: string) => Promise<void>;
  readonly verify: () => Promise<void>;
}

export async function transportOf({ database, mailer, sms }: Ports, channel: Channel): Promise<ChannelTransport | null> {
  if (channel === 'mobile') {
    if (sms === null) return null;
    return {
      send: ({ target, purpose, code, validSeconds = CODE_SECONDS }) =>
        sms.send({ mobile: target, templateCode: purpose, params: { code, minutes: validSeconds / 60 } }),
      verify: () => sms.verify(),
    };
  }
  const settings = mailSettingsOf(await readMailWords(database.kysely));
  if (settings === null) return null;
  return {
    send: ({ target, delivery = '' }, { subject, text, html }, site) =>
      mailer.send(settings, { senderName: site, to: target, subject, text, html, delivery }),
    verify: () => mailer.verify(settings),
  };
}

/** Whether messages can go out now, for whomever they are. @returns what is in the way */
export async function faultOf(transport: ChannelTransport | null): Promise<DeliveryError | null> {
  try {
    await transport?.verify();
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    throw error;
  }
}

/**
 * Brings a code to its target, or into the outbox while no mail server or provider is set up.
 * @throws DeliveryError
 */
export async function deliverCode(ports: Ports, message: CodeMessage, transport: ChannelTransport | null): Promise<void> {
  const { channel, target, purpose, code, language } = message;
  const { siteName: site } = await readSiteSettings(ports.database.kysely);
  const words = writeCode(ports.messages, language, { site, purpose, code });
  const kept = { channel, target, purpose, subject: channel === 'email' ? words.subject : '', text: words.masked };
  if (transport === null) await keepMessage(ports, kept, code);
  else await deliverMessage(ports, kept, () => transport.send(message, words, site));
}

import type { MessageFault } from '#domain/session/message-fault';
import { DeliveryError } from '../../../ports/verification-ports.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { Channel } from '#domain/members/channel';
import { readMailWords } from './mail-settings.ts';

/** How long nobody is asked again with settings that were refused. */
export const PAUSE_SECONDS = 1800;

const OF_SETTINGS: ReadonlySet<MessageFault> = new Set(['insecure', 'loginRefused', 'senderRefused']);

/** What is wrong with the settings and not with the message: it fails for every message until somebody changes them. */
export const isOfSettings = (fault: MessageFault): boolean => OF_SETTINGS.has(fault);

interface Pause {
  readonly settings: string;
  readonly fault: MessageFault;
  readonly endsAt: number;
}

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

/** Of this process, for each database that it serves: others each find out for themselves. */
const pauses = new WeakMap<Ports['database'], Map<Channel, Pause>>();

/**
 * Asks a mail server or provider once each half hour where it refuses the settings, and not once for each message that waits: it closes an
 * account that signs in wrongly by the thousand. A message that is tried but once, as somebody waits for its code, always asks.
 * @throws DeliveryError
 */
export async function unlessPaused(
  { database, clock }: Ports,
  { channel, delivery = '' }: { readonly channel: Channel; readonly delivery?: string },
  deliver: () => Promise<void>,
): Promise<void> {
  const ofThese = pauses.get(database) ?? new Map<Channel, Pause>();
  pauses.set(database, ofThese);
  const settings = async () => (channel === 'email' ? JSON.stringify(await readMailWords(database.kysely)) : '');
  const now = nowSeconds({ clock });
  const pause = ofThese.get(channel);
  if (pause && delivery !== '' && now < pause.endsAt && pause.settings === (await settings())) throw new DeliveryError(pause.fault);
  try {
    await deliver();
    ofThese.delete(channel);
  } catch (error) {
    if (error instanceof DeliveryError && isOfSettings(error.fault))
      ofThese.set(channel, { settings: await settings(), fault: error.fault, endsAt: now + PAUSE_SECONDS });
    throw error;
  }
}

import { amountText } from '#domain/base/amount-text';
import { HTML_LANGUAGE } from '#domain/base/language';
import type { Language, Messages } from '../../../base/messages.ts';
import { DeliveryError } from '../../../ports/verification-ports.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { ignoreLastingFault } from './address-notice.ts';
import { writeLines } from './code-message.ts';
import { transportOf } from './delivery.ts';
import { deliverMessage, keepMessage } from './outbox.ts';

export interface NoticeToMember {
  /** Of its words, `message.<name>`. */
  readonly name: string;
  readonly site: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface MessageWords {
  readonly title: string;
  readonly text: string;
  /** What to do about it; empty where there is nothing to do. */
  readonly advice: string;
}

/** There is nothing to do about these. */
const UNADVISED: ReadonlySet<string> = new Set(['balanceChanged', 'scoreChanged']);

/** What a message to a member says, in a language. */
export function wordsOfMessage(messages: Messages, language: Language, { name, site, params }: NoticeToMember): MessageWords {
  const said = { site, ...params, ...amountsIn(language, params) };
  const say = (part: string): string => messages.text(language, `verification.message.${name}.${part}`, said);
  return { title: say('title'), text: say('text'), advice: UNADVISED.has(name) ? '' : say('advice') };
}

/** Amounts of money as people of the language write them; what was told before messages named a currency stays as it was told. */
function amountsIn(language: Language, { amount, after, currency }: NoticeToMember['params']): NoticeToMember['params'] {
  if (typeof currency !== 'string') return {};
  const form = { locale: HTML_LANGUAGE[language], currency };
  return { amount: amountText(String(amount), { ...form, isChange: true }), after: amountText(String(after), form) };
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages' | 'mailer' | 'sms'>;

/** Mails a message to a member; into the outbox while no mail server is set up. @throws DeliveryError where another attempt may go better */
export async function sendMemberNotice(
  ports: Ports,
  target: string,
  language: Language,
  notice: NoticeToMember & Pick<MailedWords, 'delivery'>,
): Promise<void> {
  const { title, text, advice } = wordsOfMessage(ports.messages, language, notice);
  await mailWords(ports, target, language, { site: notice.site, title, lines: [text, advice], delivery: notice.delivery });
}

export interface MailedWords {
  readonly site: string;
  readonly title: string;
  /** A paragraph each; empty ones are left out. */
  readonly lines: readonly string[];
  /** The same for all attempts. */
  readonly delivery: string;
  /** What the outbox calls it; a message to a member where it is left out. */
  readonly purpose?: Purpose;
}

/** Of what may name anybody and any record: those who read the outbox may see neither, and who is erased is not looked for in it. */
const OF_OTHERS = ['admin_message', 'record_message'] as const;
type Purpose = 'member_message' | (typeof OF_OTHERS)[number];

const isOfOthers = (purpose: Purpose): purpose is (typeof OF_OTHERS)[number] => OF_OTHERS.some((one) => one === purpose);

/** The same for words as they are. */
export async function mailWords(
  ports: Ports,
  target: string,
  language: Language,
  { site, title, lines, delivery, purpose = 'member_message' }: MailedWords,
): Promise<void> {
  const subject = `[${site}] ${title}`;
  const words = writeLines(
    language,
    site,
    subject,
    lines.filter((line) => line !== ''),
  );
  const transport = await transportOf(ports, 'email');
  const whole = { channel: 'email', target, purpose, subject, text: words.text, delivery } as const;
  if (transport === null) return keepMessage(ports, whole, '');
  const say = (part: string): string => ports.messages.text(language, `verification.kept.${purpose}.${part}`, { site });
  const kept = isOfOthers(purpose) ? { ...whole, subject: say('subject'), text: say('text') } : whole;
  const message = { channel: 'email', target, purpose, code: '', language, delivery } as const;
  await deliverMessage(ports, kept, () => transport.send(message, words, site)).catch((error: unknown) => {
    if (!(error instanceof DeliveryError)) throw error;
    ignoreLastingFault(error);
  });
}

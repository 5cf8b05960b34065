import type { Kysely } from 'kysely';
import { isPort } from '../../../base/port-number.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { MailSettings } from '../../../ports/verification-ports.ts';

const NAMES = ['smtp_server', 'smtp_port', 'smtp_user', 'smtp_pass', 'smtp_verification', 'smtp_sender_mail'] as const;

/** Whether messages that wait because of the mail server may have waited for a change of it. */
export const isOfMailServer = (name: string): boolean => (NAMES as readonly string[]).includes(name);

/** The settings of the mail server by the names of the wire, as texts. */
export type MailWords = Readonly<Record<(typeof NAMES)[number], string>>;

/** The stored ones; the password lies apart. */
export async function readMailWords(kysely: Kysely<Tables>): Promise<MailWords> {
  const rows = await kysely.selectFrom('config').select(['name', 'value']).where('name', 'in', NAMES).execute();
  const secret = await kysely.selectFrom('config_secret').select('value').where('name', '=', 'smtp_pass').executeTakeFirst();
  const value = (name: string): string => rows.find((row) => row.name === name)?.value?.trim() ?? '';
  return {
    smtp_server: value('smtp_server'),
    smtp_port: value('smtp_port'),
    smtp_user: value('smtp_user'),
    smtp_pass: secret?.value ?? '',
    smtp_verification: value('smtp_verification'),
    smtp_sender_mail: value('smtp_sender_mail'),
  };
}

/** @returns null while one of them is missing or cannot be used: then no mail can be sent */
export function mailSettingsOf(words: MailWords): MailSettings | null {
  const port = Number(words.smtp_port);
  const { smtp_verification: encryption } = words;
  if (NAMES.some((name) => words[name] === '') || !isPort(words.smtp_port)) return null;
  if (encryption !== 'SSL' && encryption !== 'TLS') return null;
  return { host: words.smtp_server, port, user: words.smtp_user, password: words.smtp_pass, encryption, sender: words.smtp_sender_mail };
}

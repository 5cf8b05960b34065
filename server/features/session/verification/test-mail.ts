import type { sendTestMail } from '#api/contract/session/verification';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { hasIssues, type Issue } from '#domain/base/issue';
import { isEmail } from '#domain/base/validation';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { AdminCaller } from '../../../base/caller.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { writeTestMail } from './code-message.ts';
import { isPort } from '../../../base/port-number.ts';
import { mailSettingsOf, readMailWords, type MailWords } from './mail-settings.ts';
import { DeliveryError } from '../../../ports/verification-ports.ts';

type TypedSettings = ParsedInputOf<typeof sendTestMail>;

/** Sends a mail with settings that may not be stored yet, and says what went wrong. Source: wire protocol §5.13. */
export async function sendTest(ports: ServerPorts, typed: TypedSettings, { client }: AdminCaller): Promise<void> {
  const words = await wordsOf(ports, typed);
  const to = typed.testMail?.trim() ?? '';
  checkTyped(words, to);
  const settings = mailSettingsOf(words);
  if (settings === null) throw rejection('refusals.refused');
  const { siteName } = await readSiteSettings(ports.database.kysely);
  try {
    await ports.mailer.send(settings, { senderName: siteName, to, ...writeTestMail(ports.messages, client.language, siteName) });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw rejection(`refusals.mail.${error.fault}`);
  }
}

const word = (value: string | number | undefined): string => String(value ?? '').trim();

/** The stored password goes only where it was stored for, never to a server that was typed just now. */
async function wordsOf(ports: ServerPorts, typed: TypedSettings): Promise<MailWords> {
  const words = {
    smtp_server: word(typed.smtp_server),
    smtp_port: word(typed.smtp_port),
    smtp_user: word(typed.smtp_user),
    smtp_pass: typed.smtp_pass ?? '',
    smtp_verification: word(typed.smtp_verification),
    smtp_sender_mail: word(typed.smtp_sender_mail),
  };
  if (words.smtp_pass !== '' || typed.smtp_pass === null) return words;
  const stored = await readMailWords(ports.database.kysely);
  const isSame = (['smtp_server', 'smtp_port', 'smtp_user', 'smtp_verification'] as const).every((name) => stored[name] === words[name]);
  return isSame ? { ...words, smtp_pass: stored.smtp_pass } : words;
}

function checkTyped(words: MailWords, to: string): void {
  const issues: Record<string, Issue> = {};
  for (const [name, value] of Object.entries(words)) if (value === '') issues[name] = { key: 'validation.required' };
  if (words.smtp_port !== '' && !isPort(words.smtp_port)) issues['smtp_port'] = { key: 'validation.integer' };
  if (words.smtp_verification !== '' && !['SSL', 'TLS'].includes(words.smtp_verification))
    issues['smtp_verification'] = { key: 'validation.option' };
  if (words.smtp_sender_mail !== '' && !isEmail(words.smtp_sender_mail)) issues['smtp_sender_mail'] = { key: 'validation.email' };
  if (to === '') issues['testMail'] = { key: 'validation.required' };
  else if (!isEmail(to)) issues['testMail'] = { key: 'validation.email' };
  if (hasIssues(issues)) throw new FieldsRefused(issues);
}

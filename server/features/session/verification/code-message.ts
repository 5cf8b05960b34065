import { CODE_SECONDS } from '../../../base/limits.ts';
import type { Language, Messages } from '../../../base/messages.ts';
import { codeBlock, mailPage, paragraph } from './mail-page.ts';

interface CodeWords {
  readonly site: string;
  readonly purpose: string;
  readonly code: string;
}

const MASK = '******';

export interface WrittenCode {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The text as it is kept. */
  readonly masked: string;
}

/** The words around a code, in the language of whoever asked for it. */
export function writeCode(messages: Messages, language: Language, { site, purpose, code }: CodeWords): WrittenCode {
  const say = (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    messages.text(language, `verification.${key}`, params);
  const deed = say(`purpose.${purpose}`);
  const minutes = CODE_SECONDS / 60;
  const textWith = (shown: string): string =>
    [say('mail.intro', { site, purpose: deed }), '', shown, '', say('mail.validity', { minutes }), say('mail.ignore')].join('\n');
  const subject = say('mail.subject', { site });
  return {
    subject,
    text: textWith(code),
    masked: textWith(MASK),
    html: mailPage({ language, site, subject }, [
      paragraph(say('mail.intro', { site, purpose: deed })),
      codeBlock(code),
      paragraph(say('mail.validity', { minutes })),
      paragraph(say('mail.ignore')),
    ]),
  };
}

/** A message that is no answer to a wish of its reader. @param secret stands on a line of its own, and is masked where the text is kept */
export function writeNotice(
  messages: Messages,
  language: Language,
  kind: 'addressChanged' | 'addressAdded' | 'staffAddressChanged' | 'accountKnown',
  words: { readonly site: string } & Readonly<Record<string, string | number>>,
  secret = '',
): WrittenCode {
  const say = (key: string): string => messages.text(language, `verification.notice.${kind}.${key}`, words);
  const lines = (shown: string): string[] => [say('intro'), ...(shown === '' ? [] : [shown]), say('advice')];
  const subject = say('subject');
  return {
    subject,
    text: lines(secret).join('\n\n'),
    masked: lines(secret === '' ? '' : MASK).join('\n\n'),
    html: mailPage({ language, site: words.site, subject }, [
      paragraph(say('intro')),
      ...(secret === '' ? [] : [codeBlock(secret)]),
      paragraph(say('advice')),
    ]),
  };
}

/** A message without anything secret, a paragraph a line. */
export const writeLines = (language: Language, site: string, subject: string, lines: readonly string[]): WrittenCode => {
  const text = lines.join('\n\n');
  return { subject, text, masked: text, html: mailPage({ language, site, subject }, lines.map(paragraph)) };
};

/** A mail that says only that mails arrive. */
export function writeTestMail(messages: Messages, language: Language, site: string): Omit<WrittenCode, 'masked'> {
  const text = messages.text(language, 'verification.mail.testBody', { site });
  const subject = messages.text(language, 'verification.mail.testSubject', { site });
  return { subject, text, html: mailPage({ language, site, subject }, [paragraph(text)]) };
}

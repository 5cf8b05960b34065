import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came, headers and all. */
  readonly raw: string;
}

export interface MailServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Sign-ins that were let pass. */
  readonly signIns: () => number;
  close(): Promise<void>;
}

export interface MailServerOptions {
  /** TLS from the first byte; else STARTTLS is offered, unless `isPlain`. */
  readonly isSecure?: boolean;
  readonly isPlain?: boolean;
}

export const MAIL_ACCOUNT = { user: 'site@example.com', password: 'post-office-99' } as const;

/** The server's word that another attempt may go better. */
const later = (responseCode: number): Error => Object.assign(new Error('try again later'), { responseCode });

/**
 * A real mail server on this machine. It knows one account, and nobody whose address begins with `nobody`; what is for one that begins with
 * `later` is taken at the second attempt, and for one that begins with `full` never for now. What is for one that begins with `silent` it takes and never says so.
 */
export async function startMailServer({ isSecure = false, isPlain = false }: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let signIns = 0;
  const putOff = new Set<string>();
  const server = new SMTPServer({
    secure: isSecure,
    key: LOCALHOST_KEY,
    cert: LOCALHOST_CERTIFICATE,
    disabledCommands: isPlain ? ['STARTTLS'] : [],
    allowInsecureAuth: isPlain,
    onAuth({ username, password }, _session, done) {
      if (username !== MAIL_ACCOUNT.user || password !== MAIL_ACCOUNT.password) return done(new Error('account or password wrong'));
      signIns += 1;
      return done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody')) return done(new Error('no such mailbox'));
      if (!address.startsWith('later') || putOff.has(address)) return done();
      putOff.add(address);
      return done(later(451));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (envelope.rcptTo.some(({ address }) => address.startsWith('full'))) return done(later(452));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString('utf8') });
        if (!envelope.rcptTo.some(({ address }) => address.startsWith('silent'))) done();
      });
    },
  });
  // Clients that hang up over a certificate are what some tests want.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    signIns: () => signIns,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

/** The parts of a mail, decoded, by their types. */
export function partsOf(raw: string): Readonly<Record<string, string>> {
  const boundary = /boundary="([^"]+)"/u.exec(raw)?.[1] ?? '';
  return Object.fromEntries(
    raw
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => {
        const [head = '', ...rest] = part.trim().split('\r\n\r\n');
        const encoding = /content-transfer-encoding: *(\S+)/iu.exec(head)?.[1]?.toLowerCase();
        return [/content-type: *([^;\s]+)/iu.exec(head)?.[1] ?? '', decoded(rest.join('\r\n\r\n'), encoding)];
      }),
  );
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r\n/gu, '')
    .replaceAll(/=([\dA-F]{2})/gu, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** An encoded header as people read it. */
export const headerOf = (raw: string, name: string): string =>
  (new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'imu').exec(raw)?.[1] ?? '')
    .replaceAll(/\?=\s+=\?/gu, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/giu, (_, text: string) => Buffer.from(text, 'base64').toString('utf8'))
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/giu, (_, text: string) => decoded(text.replaceAll('_', ' '), 'quoted-printable'));

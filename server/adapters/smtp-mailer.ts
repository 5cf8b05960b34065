import type { MessageFault } from '#domain/session/message-fault';
import { MAIL_TIMEOUT_MS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { DeliveryError, type Mailer, type MailSettings } from '../ports/verification-ports.ts';

export interface SmtpMailerOptions {
  readonly logger: Pick<Logger, 'error'>;
  /** Certificates believed besides those the system knows, as PEM. */
  readonly authorities?: string;
  /** How long it waits for each answer. */
  readonly timeoutMs?: number;
}

/** Mail by SMTP, a connection for each: codes are rare, and a mail server forgets idle ones. */
export function createSmtpMailer({ logger, authorities, timeoutMs = MAIL_TIMEOUT_MS }: SmtpMailerOptions): Mailer {
  async function transportOf({ host, port, user, password, encryption }: MailSettings) {
    // Loaded with the first mail: it takes as much memory as the whole of the protocol.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure: encryption === 'SSL',
      requireTLS: encryption === 'TLS',
      auth: { user, pass: password },
      tls: { minVersion: 'TLSv1.2', ...(authorities !== undefined && { ca: authorities }) },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async function attempt(
    settings: MailSettings,
    work: (transport: Awaited<ReturnType<typeof transportOf>>) => Promise<unknown>,
  ): Promise<void> {
    const transport = await transportOf(settings);
    let isHandedOver = false;
    transport.use('stream', ({ message }, done) => {
      // The last stream of the message: it ends once the connection has taken all of it.
      message.processFunc((whole) => whole.once('end', () => (isHandedOver = true)));
      done();
    });
    try {
      await work(transport);
    } catch (error) {
      const fault = faultOf(error as SmtpError);
      const { code, responseCode, command } = error as SmtpError;
      // What the server said may hold addresses and more; its number must do.
      logger.error('mail.failed', { fault, host: settings.host, code, responseCode, command: command?.split(' ', 1)[0] });
      throw new DeliveryError(fault, { mayHaveArrived: isHandedOver && responseCode === undefined });
    } finally {
      transport.close();
    }
  }

  return {
    send: (settings, { senderName, to, subject, text, html, delivery = '' }) =>
      attempt(settings, (transport) =>
        transport.sendMail({
          from: { name: senderName, address: settings.sender },
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(delivery !== '' && { messageId: `<${delivery}@${settings.sender.split('@').at(-1)}>` }),
        }),
      ),
    verify: (settings) => attempt(settings, (transport) => transport.verify()),
  };
}

interface SmtpError {
  readonly code?: string;
  /** What the system or TLS called it. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

const CERTIFICATE_PROBLEM = /CERT|SSL|TLS|SIGNATURE/u;

function faultOf({ code, originalCode = '', responseCode = 0, command }: SmtpError): MessageFault {
  if (CERTIFICATE_PROBLEM.test(originalCode)) return 'insecure';
  // The same attempt may succeed later, whatever step it was: too much to do, or a recipient who takes strangers' mail at the second try.
  if (responseCode >= 400 && responseCode < 500 && code !== 'ETLS') return 'busy';
  switch (code ?? '') {
    case 'ETIMEDOUT':
      return 'tooSlow';
    case 'ECONNECTION':
    case 'ECONNREFUSED':
    case 'EDNS':
    case 'EPROXY':
    case 'ESOCKET':
      return 'unreachable';
    case 'ETLS':
    case 'EREQUIRETLS':
      return 'insecure';
    case 'EAUTH':
    case 'ENOAUTH':
      return 'loginRefused';
    case 'EENVELOPE':
      return command?.startsWith('MAIL') ? 'senderRefused' : 'recipientRefused';
    default:
      return 'refused';
  }
}

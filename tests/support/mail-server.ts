import type { MessageFault } from '#domain/session/message-fault';
import { DeliveryError, type MailMessage, type Mailer } from '#server/ports/verification-ports';
import type { TestServer } from './server.ts';

/** What the settings say of a mail server, so that mails leave. */
const SETTINGS = { smtp_server: 'mail.example', smtp_port: '25', smtp_user: 'u', smtp_verification: 'TLS', smtp_sender_mail: 'no-reply@example.com' }; // prettier-ignore

export interface TestMailServer {
  readonly mailer: Mailer;
  /** What it took. */
  readonly posted: MailMessage[];
  /** What it answers with instead of taking a mail. */
  fault: MessageFault | null;
  /** It takes each mail and then does not say so. */
  isSilent: boolean;
  /** How often it was asked to take one. */
  asked: number;
}

export function createTestMailServer(): TestMailServer {
  const posted: MailMessage[] = [];
  const mailServer: TestMailServer = {
    posted,
    fault: null,
    isSilent: false,
    asked: 0,
    mailer: {
      async send(_settings, message) {
        await Promise.resolve();
        mailServer.asked += 1;
        if (mailServer.fault !== null) throw new DeliveryError(mailServer.fault);
        posted.push(message);
        if (mailServer.isSilent) throw new DeliveryError('tooSlow', { mayHaveArrived: true });
      },
      verify: () => Promise.resolve(),
    },
  };
  return mailServer;
}

export async function setUpMail({ database: { kysely } }: TestServer): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS))
    await kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
  await kysely.insertInto('config_secret').values({ name: 'smtp_pass', value: 'p' }).execute();
}

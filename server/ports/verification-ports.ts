import type { MessageFault } from '#domain/session/message-fault';

/** Carries no text of the other side: that may hold addresses or more. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly fault: MessageFault;
  /** The other side had the whole message and did not say what it did with it: another attempt may bring it twice. */
  readonly mayHaveArrived: boolean;

  constructor(fault: MessageFault, { mayHaveArrived = false }: { readonly mayHaveArrived?: boolean } = {}) {
    super(fault);
    this.fault = fault;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** How mail leaves. `password` never leaves this object but for the mail server. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** `SSL` speaks TLS from the first byte, `TLS` insists on STARTTLS. */
  readonly encryption: 'SSL' | 'TLS';
  readonly sender: string;
}

export interface MailMessage {
  readonly senderName: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for all attempts at one message: a mailbox that has it already knows it again. */
  readonly delivery?: string;
}

/** Both throw DeliveryError and nothing else that is expected. */
export interface Mailer {
  send(settings: MailSettings, message: MailMessage): Promise<void>;
  /** Connects and signs in as for a mail, and sends none. */
  verify(settings: MailSettings): Promise<void>;
}

export interface TextMessage {
  readonly mobile: string;
  /** Which of the provider's texts is meant; the provider knows its words. */
  readonly templateCode: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Both throw DeliveryError and nothing else that is expected. */
export interface SmsProvider {
  send(message: TextMessage): Promise<void>;
  /** Reaches the provider as for a message, and sends none. */
  verify(): Promise<void>;
}

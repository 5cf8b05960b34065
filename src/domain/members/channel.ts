/** Where codes can be sent to. Source: wire protocol §2.6, "accountVerificationType". */
export type Channel = 'email' | 'mobile';

/** Which way a code takes: in the outbox, somebody of the site passes it on. */
export type Delivery = 'mail' | 'sms' | 'outbox';

/** What can send codes now. */
export interface CodeTerms {
  readonly channels: readonly Channel[];
  readonly delivery: Readonly<Partial<Record<Channel, Delivery>>>;
}

/** As people see an address that is theirs: enough to know it again. */
export function maskedAddress(channel: Channel, address: string): string {
  if (channel === 'mobile') return address.replace(/^(\d{3})\d+(\d{4})$/u, '$1****$2');
  const at = address.lastIndexOf('@');
  if (at < 1) return address;
  return `${Array.from(address)
    .slice(0, at > 2 ? 2 : 1)
    .join('')}***${address.slice(at)}`;
}

import { CHAT_SETTING_MEMORY_MS } from './limits.ts';
import { memoizeTtl } from '../../../base/memoize-ttl.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { ChatOwnerKind } from '#domain/chat/answer';

/** What the settings say of the chat; a row that is missing means what is shipped. */
export interface ChatSettings {
  readonly isOnFor: Readonly<Record<ChatOwnerKind, boolean>>;
  /** Whether "AI-generated" stands at threads and copies. */
  readonly isLabelled: boolean;
  /** Days that conversations are kept since their last message; 0 for ever. */
  readonly daysOf: Readonly<Record<ChatOwnerKind, number>>;
  readonly temporaryHours: number;
  /** What models of others may read and write in a day for all visitors together; 0 for no limit. */
  readonly tokensOfVisitors: number;
  /** Questions of a visitor before they prove to be a person; 0 for never. */
  readonly captchaAfter: number;
  /** Who is told what their answers cost: prices of models can be told from it. */
  readonly seesCosts: Readonly<Record<ChatOwnerKind, boolean>>;
}

const STANDARD = {
  chat_visitors: '1',
  chat_members: '1',
  chat_staff: '1',
  chat_label: '1',
  chat_visitor_days: '7',
  chat_member_days: '0',
  chat_temporary_hours: '24',
  chat_visitor_tokens: '1000000',
  chat_costs: '0',
  chat_captcha: '5',
} as const;
type Name = keyof typeof STANDARD;

export async function readChatSettings({ database }: Pick<ServerPorts, 'database'>): Promise<ChatSettings> {
  const rows = await database.kysely
    .selectFrom('config')
    .select(['name', 'value'])
    .where('name', 'in', Object.keys(STANDARD) as Name[])
    .execute();
  const value = (name: Name): string => rows.find((row) => row.name === name)?.value ?? STANDARD[name];
  // What is no number is what is shipped: nothing is forgotten by a slip.
  const number = (name: Name): number => Number(/^\d{1,12}$/u.test(value(name)) ? value(name) : STANDARD[name]);
  const isOn = (name: Name): boolean => value(name) === '1';
  const days = { member: number('chat_member_days'), admin: number('chat_member_days') };
  return {
    isOnFor: { visitor: isOn('chat_visitors'), member: isOn('chat_members'), admin: isOn('chat_staff') },
    isLabelled: isOn('chat_label'),
    daysOf: { visitor: number('chat_visitor_days'), ...days },
    temporaryHours: number('chat_temporary_hours'),
    tokensOfVisitors: number('chat_visitor_tokens'),
    captchaAfter: number('chat_captcha'),
    seesCosts: { visitor: isOn('chat_costs'), member: isOn('chat_costs'), admin: true },
  };
}

export const createChatSettings = (ports: Pick<ServerPorts, 'database' | 'clock'>): (() => Promise<ChatSettings>) =>
  memoizeTtl(() => readChatSettings(ports), CHAT_SETTING_MEMORY_MS, ports.clock);

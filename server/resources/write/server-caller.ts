import type { AdminCaller, Author } from '../../base/caller.ts';

/** Whoever writes when nobody does. It asks for no right, and sees every record. */
export const SERVER_CALLER = {
  kind: 'server',
  id: 0,
  username: '',
  client: { ip: '', userAgent: '', language: 'zh-cn' },
  tokens: { admin: null, member: null },
  grants: { isSuper: true, groupIds: [], ruleIds: new Set<number>(), nodes: new Set<string>() },
  idempotencyKey: null,
} as unknown as AdminCaller;

/** The program at somebody's bidding: it asks for no right either, and what is written names them. */
export const serverFor = ({ kind, id, username, client }: Author): AdminCaller =>
  ({ ...SERVER_CALLER, kind, id, username, client }) as unknown as AdminCaller;

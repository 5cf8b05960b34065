import type { Author, Client, Grants, Writer } from '../../base/caller.ts';

const EVERYTHING: Grants = { isSuper: true, groupIds: [], ruleIds: new Set(), nodes: new Set() };
const NOTHING: Grants = { ...EVERYTHING, isSuper: false };
const NOWHERE: Client = { ip: '', userAgent: '', language: 'zh-cn' };

const serverAt = (client: Client, grants: Grants): Writer => ({
  kind: 'server',
  id: 0,
  username: '',
  client,
  tokens: { admin: null, member: null },
  grants,
  idempotencyKey: null,
});

/** Whoever writes when nobody does. It asks for no right, and sees every record. */
export const SERVER_CALLER = serverAt(NOWHERE, EVERYTHING);

/** The program at somebody's bidding: it asks for no right either, and what is written names them. */
export const serverFor = ({ kind, id, username, client }: Author): Writer => ({ ...SERVER_CALLER, kind, id, username, client });

/** The program for a visitor, who has no rights: what is written is the server's, with the address that it came from. */
export const serverForVisitor = ({ client }: { readonly client: Client }): Writer => serverAt(client, NOTHING);

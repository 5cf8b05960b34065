import { areaOf, nodeOf, type Endpoint, type OutputOf, type ParsedInputOf } from '#api/contract/base/endpoint';
import type { AdminCaller, Caller, MemberCaller } from '../base/caller.ts';
import type { UploadBody } from '../ports/upload-ports.ts';
import type { FileToSend } from './file-reply.ts';
import type { MountedEndpoint, RouteTable } from './route-table.ts';

/** Mounts an endpoint that anyone may call. */
export function mount<E extends Endpoint>(
  table: Pick<RouteTable, 'add'>,
  endpoint: E,
  handle: (input: ParsedInputOf<E>, caller: Caller) => Promise<OutputOf<E>>,
  doneKey?: MountedEndpoint['doneKey'],
): void {
  if (endpoint.audience !== 'anyone') throw new Error(`${endpoint.path} is not open to anyone`);
  table.add({ endpoint, node: nodeOf(endpoint), handle, ...(doneKey && { doneKey }) });
}

/** Mounts an endpoint for administrators; its audience is judged before the handler is called, and after `hear` was. */
export function mountForAdmin<E extends Endpoint>(
  table: Pick<RouteTable, 'add'>,
  endpoint: E,
  handle: (input: ParsedInputOf<E>, caller: AdminCaller) => Promise<OutputOf<E>>,
  hear?: MountedEndpoint['hear'],
): void {
  if (endpoint.audience === 'anyone' || areaOf(endpoint) !== 'admin') throw new Error(`${endpoint.path} does not ask for an administrator`);
  table.add({ endpoint, node: nodeOf(endpoint), handle: handle as never, ...(hear && { hear }) });
}

/** Mounts an endpoint for members. */
export function mountForMember<E extends Endpoint>(
  table: Pick<RouteTable, 'add'>,
  endpoint: E,
  handle: (input: ParsedInputOf<E>, caller: MemberCaller) => Promise<OutputOf<E>>,
): void {
  if (endpoint.audience === 'anyone' || areaOf(endpoint) !== 'member') throw new Error(`${endpoint.path} does not ask for a member`);
  table.add({ endpoint, node: nodeOf(endpoint), handle: handle as never });
}

/** Mounts an endpoint for whoever is signed in, administrator or member; it may take a file. */
export function mountForSignedIn<E extends Endpoint>(
  table: Pick<RouteTable, 'add'>,
  endpoint: E,
  handle: (input: ParsedInputOf<E>, caller: Caller, body: UploadBody) => Promise<OutputOf<E>>,
): void {
  if (endpoint.audience !== 'signedIn') throw new Error(`${endpoint.path} does not ask for somebody signed in`);
  table.add({ endpoint, node: nodeOf(endpoint), handle });
}

/** Mounts an endpoint for administrators whose reply is a file. */
export function mountFile<E extends Endpoint>(
  table: Pick<RouteTable, 'add'>,
  endpoint: E,
  handle: (input: ParsedInputOf<E>, caller: AdminCaller) => Promise<FileToSend>,
): void {
  if (endpoint.reply !== 'file') throw new Error(`${endpoint.path} does not reply with a file`);
  mountForAdmin(table, endpoint, handle as never);
}

/** The same for members. */
export function mountFileForMember<E extends Endpoint>(
  table: Pick<RouteTable, 'add'>,
  endpoint: E,
  handle: (input: ParsedInputOf<E>, caller: MemberCaller) => Promise<FileToSend>,
): void {
  if (endpoint.reply !== 'file') throw new Error(`${endpoint.path} does not reply with a file`);
  mountForMember(table, endpoint, handle as never);
}

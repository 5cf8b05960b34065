import { attachment } from '#api/contract/resources/attachment';
import { member } from '#api/contract/resources/member';
import type { ServerPorts } from '../ports.ts';
import { attachmentHooks } from './attachment.ts';
import { withHooks, type ResourceHooks } from './hooks.ts';
import { memberHooks } from './member.ts';

/** What shipped sections add to the engine, by the resource's name; most add nothing. */
export function shippedHooks(ports: Pick<ServerPorts, 'passwords' | 'clock'>): Readonly<Record<string, ResourceHooks>> {
  const hooked = [withHooks(attachment, attachmentHooks), withHooks(member, memberHooks(ports))];
  return Object.fromEntries(hooked.map(({ resource, hooks }) => [resource.name, hooks]));
}

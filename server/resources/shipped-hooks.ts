import { adminLog } from '#api/contract/resources/admin-log';
import { adminGroup } from '#api/contract/resources/admin-group';
import { adminRule } from '#api/contract/resources/admin-rule';
import { admin } from '#api/contract/resources/admin';
import { attachment } from '#api/contract/resources/attachment';
import { memberGroup } from '#api/contract/resources/member-group';
import { memberRule } from '#api/contract/resources/member-rule';
import { member } from '#api/contract/resources/member';
import type { ServerPorts } from '../ports.ts';
import { adminGroupHooks } from './admin-group.ts';
import { adminRuleHooks } from './admin-rule.ts';
import { adminLogHooks } from './admin-log.ts';
import { adminHooks } from './admin.ts';
import { attachmentHooks } from './attachment.ts';
import { withHooks, type ResourceHooks } from './hooks.ts';
import { memberGroupHooks } from './member-group.ts';
import { memberRuleHooks } from './member-rule.ts';
import { memberHooks } from './member.ts';

interface Surroundings {
  readonly ports: Pick<ServerPorts, 'passwords' | 'clock' | 'messages' | 'database'>;
  /** The permission nodes that calls ask for, in lower case. */
  readonly nodes: () => ReadonlySet<string>;
}

/** What shipped sections add to the engine, by the resource's name; most add nothing. */
export function shippedHooks({ ports, nodes }: Surroundings): Readonly<Record<string, ResourceHooks>> {
  const hooked = [
    withHooks(admin, adminHooks(ports.passwords)),
    withHooks(adminGroup, adminGroupHooks),
    withHooks(adminLog, adminLogHooks(ports)),
    withHooks(adminRule, adminRuleHooks(ports.messages, nodes)),
    withHooks(attachment, attachmentHooks),
    withHooks(member, memberHooks(ports)),
    withHooks(memberGroup, memberGroupHooks),
    withHooks(memberRule, memberRuleHooks),
  ];
  return Object.fromEntries(hooked.map(({ resource, hooks }) => [resource.name, hooks]));
}

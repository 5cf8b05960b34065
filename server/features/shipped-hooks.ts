import { adminLog } from '#api/contract/resources/admin-log';
import { adminGroup } from '#api/contract/resources/admin-group';
import { adminRule } from '#api/contract/resources/admin-rule';
import { admin } from '#api/contract/resources/admin';
import { attachment } from '#api/contract/resources/attachment';
import { memberGroup } from '#api/contract/resources/member-group';
import { moneyLog } from '#api/contract/resources/money-log';
import { problemReport } from '#api/contract/resources/problem-report';
import { scoreLog } from '#api/contract/resources/score-log';
import { memberRule } from '#api/contract/resources/member-rule';
import { member } from '#api/contract/resources/member';
import type { ServerPorts } from '../ports/ports.ts';
import { adminGroupHooks } from './rights/admin-group.hooks.ts';
import { adminRuleHooks } from './rights/admin-rule.hooks.ts';
import { adminLogHooks } from './rights/admin-log.hooks.ts';
import { adminHooks } from './rights/admin.hooks.ts';
import { createAttachmentService } from './files/attachments.service.ts';
import { attachmentHooks } from './files/attachment.hooks.ts';
import { withHooks, type ResourceHooks } from '../resources/base/hooks.ts';
import { memberGroupHooks } from './members/member-group.hooks.ts';
import { memberRuleHooks } from './members/member-rule.hooks.ts';
import { createMemberLedger } from './members/member-ledger.service.ts';
import { moneyLogHooks } from './members/money-log.hooks.ts';
import { scoreLogHooks } from './members/score-log.hooks.ts';
import { problemReportHooks } from './observe/problem-report.hooks.ts';
import type { Resources } from '../resources/registry.ts';
import { memberHooks } from './members/member.hooks.ts';

interface Surroundings {
  readonly ports: ServerPorts;
  readonly resources: Pick<Resources, 'all'>;
  /** The permission nodes that calls ask for, in lower case. */
  readonly nodes: () => ReadonlySet<string>;
}

/** What shipped sections add to the engine, by the resource's name; most add nothing. */
export function shippedHooks({ ports, resources, nodes }: Surroundings): Readonly<Record<string, ResourceHooks>> {
  const ledger = createMemberLedger(ports);
  const hooked = [
    withHooks(admin, adminHooks(ports.passwords)),
    withHooks(adminGroup, adminGroupHooks),
    withHooks(adminLog, adminLogHooks(ports)),
    withHooks(adminRule, adminRuleHooks(ports.messages, nodes)),
    withHooks(attachment, attachmentHooks(createAttachmentService(ports, resources))),
    withHooks(member, memberHooks(ports)),
    withHooks(memberGroup, memberGroupHooks),
    withHooks(memberRule, memberRuleHooks),
    withHooks(moneyLog, moneyLogHooks(ledger)),
    withHooks(problemReport, problemReportHooks(ports)),
    withHooks(scoreLog, scoreLogHooks(ledger)),
  ];
  return Object.fromEntries(hooked.map(({ resource, hooks }) => [resource.name, hooks]));
}

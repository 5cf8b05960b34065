import type { Resource } from '#domain/table/resource';
import { adminGroup } from './admin-group.ts';
import { adminLog } from './admin-log.ts';
import { adminRule } from './admin-rule.ts';
import { admin } from './admin.ts';
import { attachment } from './attachment.ts';
import { classification } from './classification.ts';
import { goodsCategory } from './goods-category.ts';
import { goods } from './goods.ts';
import { memberGroup } from './member-group.ts';
import { memberRule } from './member-rule.ts';
import { member } from './member.ts';
import { moneyLog } from './money-log.ts';
import { outboxMessage } from './outbox-message.ts';
import { problemReport } from './problem-report.ts';
import { project } from './project.ts';
import { scoreLog } from './score-log.ts';

/** Every shipped resource, by hand, so that "go to definition" works. Resources designed at run time join them on the server. */
export const SHIPPED_RESOURCES: readonly Resource[] = [
  goods,
  goodsCategory,
  attachment,
  outboxMessage,
  adminLog,
  admin,
  adminGroup,
  adminRule,
  member,
  memberGroup,
  memberRule,
  moneyLog,
  scoreLog,
  project,
  classification,
  problemReport,
];

export const findResource = (name: string): Resource | undefined => SHIPPED_RESOURCES.find((one) => one.name === name);

/** @throws when no shipped resource has the name */
export function shippedResource(name: string): Resource {
  const resource = findResource(name);
  if (!resource) throw new Error(`no resource is called ${name}`);
  return resource;
}

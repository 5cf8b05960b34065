import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { resourceEndpoints } from '../table/resource-endpoints.ts';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { adminRule } from '#sections/admin-rule/admin-rule.resource.ts';

/** What the pages of rights say beyond the calls of every resource. Source: wire protocol §5.3, §5.4. */

const { list } = resourceEndpoints(adminGroup);

const flag = z._default(
  z.pipe(
    z.union([z.string(), z.boolean(), z.number()]),
    z.transform((value) => value !== '' && value !== '0' && value !== 0 && value !== false),
  ),
  false,
);

/** With `absoluteAuth` the caller's own groups are left out; `group` names them. */
export const listAdminGroups = endpoint({
  ...list,
  input: z.extend(list.input, { absoluteAuth: flag }),
  output: z.extend(list.output, { group: z.array(z.number()) }),
});

/**
 * The rules as a tree. Whoever gives them to groups, or asks about administrators, must see them too, and sees those they have.
 * Source: wire protocol §5.4, "The rule tree for the form comes from `auth.Rule/index`".
 */
export const listAdminRules = endpoint({ ...resourceEndpoints(adminRule).list, audience: 'signedIn' });

/** Why an administrator may do something or not. */
export const explainRight = endpoint({
  method: 'GET',
  path: '/admin/auth.Admin/explain',
  audience: 'signedIn',
  input: z.object({
    id: z.union([z.number().check(z.int(), z.gte(0)), z.pipe(z.string().check(z.regex(/^\d{1,15}$/u)), z.transform(Number))]),
    node: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  output: z.object({
    /** What decides. */
    reason: z.enum(['super', 'granted', 'notGranted', 'noGroup', 'groupsOff', 'accountOff', 'ruleOff', 'unknownNode']),
    isAllowed: z.boolean(),
    node: z.string(),
    /** The rule that stands for the node, from its highest parent down. */
    rules: z.array(z.object({ id: z.number(), title: z.string(), name: z.string(), isActive: z.boolean() })),
    groups: z.array(z.object({ id: z.number(), name: z.string(), isActive: z.boolean(), isSuper: z.boolean(), grants: z.boolean() })),
  }),
  success: 'silent',
  summary: 'Why an administrator may do what a node stands for, or not.',
});

import * as z from 'zod/mini';
import { MAX_EARLIER } from '#domain/changes/rule-reach';
import { MAX_IDS } from '#domain/table/resource-query';
import { canonicalRow } from '../base/dialect.ts';
import { endpoint } from '../base/endpoint.ts';
import { wireIds, wireNumber } from '../table/resource-endpoints.ts';
import { refusedStep } from './change.ts';

/**
 * What the recycle bin and the log of sensitive data can do beside listing. Stock clients send `ids` alone and look at nothing but the
 * code. Source: wire protocol §5.15, §5.17.
 */
const ids = z.pipe(wireIds, z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_IDS)));
const flag = z._default(z.boolean(), false);
/** A refusal stands with the entry that it is about. */
const refused = z.array(z.extend(refusedStep, { id: z.number() }));

export const restoreDeleted = endpoint({
  method: 'POST',
  path: '/admin/security.DataRecycleLog/restore',
  audience: 'permitted',
  input: z.object({
    ids,
    /** Other values for some fields of some entries, by entry and wire name: the way out of a clash. */
    values: z._default(
      z.record(z.string().check(z.regex(/^\d{1,15}$/u)), z.pipe(z.record(z.string(), z.unknown()), z.transform(canonicalRow))),
      {},
    ),
    /** Entries of records above, and of records that are named, come along. */
    withParents: flag,
    /** Consent to leave out values of columns that are gone. */
    withoutColumns: flag,
    /** Only looks what is in the way; nothing is written, and what is found does not make it a failure. */
    isDryRun: flag,
  }),
  /** A real run with anything refused is refused as a whole, with the same as `row` of a conflict. */
  output: z.nullable(z.object({ count: z.number(), change: z.optional(z.number()), refused })),
  success: 'announced',
  texts: 'byField',
  idempotent: true,
  summary: 'Brings deleted records back under their ids, all of them or none.',
});

export const rollBackSensitive = endpoint({
  method: 'POST',
  path: '/admin/security.SensitiveDataLog/rollback',
  audience: 'permitted',
  input: z.object({
    ids,
    /** Also where the present value is not what the entry left. */
    force: flag,
  }),
  output: z.nullable(z.object({ count: z.number(), change: z.optional(z.number()), refused })),
  success: 'announced',
  idempotent: true,
  summary: 'Gives watched fields the values they had, all of them or none.',
});

export const revealSensitive = endpoint({
  method: 'POST',
  path: '/admin/security.SensitiveDataLog/reveal',
  audience: 'permitted',
  input: z.object({ id: wireNumber }),
  output: z.object({ before: z.unknown(), after: z.unknown() }),
  success: 'silent',
  summary: 'The bare values of an entry; that they were looked at goes into the security log.',
});

const controllers = z.record(z.string(), z.string());
const row = z.record(z.string(), z.unknown());

/** What a form of rules chooses from: controllers, and for older clients the tables. */
const choicesOf = (path: `/admin/${string}`, about: string) =>
  endpoint({
    method: 'GET',
    path,
    audience: 'permitted',
    input: z.object({}),
    output: z.object({
      controllers,
      /** Newer servers offer tables by a call of their own. */
      tables: z._default(controllers, {}),
      /** Of ours: which sections these are, and the rule that each has already. */
      sections: z._default(z.array(z.object({ controller: z.string(), resource: z.string(), rule: z.nullable(z.number()) })), []),
    }),
    success: 'silent',
    summary: `What a new rule for ${about} can be about.`,
  });

export const recycleRuleChoices = choicesOf('/admin/security.DataRecycle/add', 'the recycle bin');
export const sensitiveRuleChoices = choicesOf('/admin/security.SensitiveData/add', 'sensitive data');

/** How much of what was before it a rule would cover, before it is saved. */
const reachOf = (path: `/admin/${string}`, about: string) =>
  endpoint({
    method: 'GET',
    path,
    audience: 'permitted',
    right: 'index',
    input: z.object({
      controller: z.string().check(z.minLength(1), z.maxLength(100)),
      columns: z._default(z.string().check(z.maxLength(4000)), ''),
    }),
    output: z.object({ earlier: z.number() }),
    success: 'silent',
    summary: `How many earlier ${about} a rule would cover, ${MAX_EARLIER} at most.`,
  });

export const recycleRuleReach = reachOf('/admin/security.DataRecycle/reach', 'deletions');
export const sensitiveRuleReach = reachOf('/admin/security.SensitiveData/reach', 'changes of watched fields');

const entryOf = (path: `/admin/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    audience: 'permitted',
    input: z.object({ id: wireNumber }),
    output: z.object({ row }),
    success: 'silent',
    summary,
  });

export const deletedInfo = entryOf('/admin/security.DataRecycleLog/info', 'A deleted record as it was.');
export const sensitiveInfo = entryOf('/admin/security.SensitiveDataLog/info', 'One change of a watched field.');

export const deletedSections = endpoint({
  method: 'GET',
  path: '/admin/security.DataRecycleLog/sections',
  audience: 'signedIn',
  input: z.object({}),
  output: z.object({ sections: z.array(z.object({ resource: z.string(), count: z.number() })), days: z.nullable(z.number()) }),
  success: 'silent',
  summary: 'How much of each section is in the recycle bin, and for how many days it stays.',
});

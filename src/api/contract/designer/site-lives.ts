import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { label, reviewedPlan } from './plan-parts.ts';

/**
 * Lives that a site draws for sections of the program: drawn, planned and published as designs are, with the same rights. A life travels as
 * JSON (`src/domain/life/life.ts`), in a design of the shape `SectionDesign` of which nothing else counts.
 */
const base = '/admin/crud.Crud' as const;
const name = z.string().check(z.maxLength(41));

/** `program`: as it comes with the program; `site`: as it was drawn here; `stopped`: drawn here, and the program cannot go on with it. */
const state = z.enum(['program', 'site', 'stopped']);

export const listSiteLives = endpoint({
  method: 'GET',
  path: `${base}/siteLives`,
  audience: 'permitted',
  right: 'index',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        name: z.string(),
        label,
        state,
        /** Whether something is drawn that is not published. */
        hasDraft: z.boolean(),
        /** Whether the program's own life has changed since the site's was put on it. */
        isBehind: z.boolean(),
        /** Of what is drawn; 0 where nothing is. */
        version: z.number(),
      }),
    ),
  }),
  success: 'silent',
  summary: 'Sections of the program whose records have a life, with whose life it is. Those whose lists the caller may open.',
});

export const readSiteLife = endpoint({
  method: 'GET',
  path: `${base}/siteLife`,
  audience: 'permitted',
  right: 'index',
  input: z.object({
    name,
    /** A former life, by its revision; 0: the program's own. Without it: what is drawn, or what runs. */
    revision: z.optional(z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(1_000_000_000))),
  }),
  output: z.object({
    name: z.string(),
    state,
    version: z.number(),
    /** Names the program's own life, over which whoever reads this draws. */
    over: z.string(),
    /** With the life that is asked for. */
    design: z.unknown(),
    /** With the life that is drawn, or runs. */
    drawn: z.unknown(),
    /** With the life that runs. */
    published: z.unknown(),
    /** Where the program's own life has changed since the site's was put on it: what it was then, and what it is. */
    program: z.nullable(z.object({ before: z.unknown(), now: z.unknown() })),
  }),
  success: 'silent',
  summary: 'The life of a section of the program: drawn, running, and as the program has it.',
});

export const saveSiteLife = endpoint({
  method: 'POST',
  path: `${base}/siteLife`,
  log: 'never',
  audience: 'permitted',
  right: 'generate',
  body: 'large',
  texts: 'byField',
  input: z.object({ name, life: z.unknown(), version: z._default(z.number(), 0), over: z.string().check(z.maxLength(64)) }),
  output: z.object({ version: z.number(), issues: z.array(z.object({ at: z.string(), message: z.string() })) }),
  success: 'silent',
  summary: 'Keeps a life that is drawn for a section of the program; version 0 begins one. Says what keeps it from being published.',
});

export const planSiteLife = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/planSiteLife`,
  log: 'never',
  audience: 'permitted',
  right: 'generate',
  input: z.object({ name }),
  output: reviewedPlan,
  success: 'silent',
  summary: 'What publishing the drawn life would do to the records, step by step.',
});

export const publishSiteLife = endpoint({
  method: 'POST',
  path: `${base}/publishSiteLife`,
  audience: 'permitted',
  right: 'generate',
  input: z.object({ name, version: z.number(), hash: z.string().check(z.maxLength(64)) }),
  output: z.object({ revision: z.number() }),
  success: 'announced',
  idempotent: true,
  summary: 'Publishes the drawn life by the plan that was looked at. One that is the program’s own gives the section back to the program.',
});

export const listSiteLifeRevisions = endpoint({
  method: 'GET',
  path: `${base}/siteLifeRevisions`,
  audience: 'permitted',
  right: 'index',
  input: z.object({ name }),
  output: z.object({
    list: z.array(
      z.object({
        revision: z.number(),
        origin: z.enum(['shipped', 'designed', 'site', 'module']),
        design: z.unknown(),
        admin_id: z.number(),
        /** Nickname of whoever published it; empty where it came with the program, or the account is gone. */
        admin: z.string(),
        create_time: z.number(),
      }),
    ),
  }),
  success: 'silent',
  summary: 'Which lives a section of the program had, the newest first.',
});

import * as z from 'zod/mini';
import { ASKS } from '#domain/modules/module-manifest';
import { MODULE_TRUST } from '#domain/modules/store-module';
import { endpoint, fileOutput, nothing } from '../base/endpoint.ts';

/** The module store, for super administrators. A module's versions and ranges are those of semver. */
const uid = z.string().check(z.maxLength(21));
const version = z.string().check(z.maxLength(40));
const act = z.enum(['install', 'update', 'rollback']);
/** `kept`: the records that wait since the module was removed come back, in the place of first ones. */
const records = z._default(z.enum(['new', 'kept']), 'new');
const texts = z.object({ 'zh-cn': z.string(), en: z.string() });
const trust = z.enum(MODULE_TRUST);
const asks = z.array(z.object({ ask: z.enum(ASKS), names: z.array(z.string()) }));

const base = '/admin/module' as const;

export const listModules = endpoint({
  method: 'GET',
  path: `${base}/list`,
  audience: 'super',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        uid: z.string(),
        title: texts,
        intro: texts,
        author: z.string(),
        icon: z.string(),
        /** An address that holds the picture `assets/cover` of its package; '' where there is none, or the package lies elsewhere. */
        cover: z.string(),
        /** Null where it is not installed. */
        version: z.nullable(z.string()),
        state: z.enum(['available', 'installed', 'paused']),
        isPinned: z.boolean(),
        /** Of the newest version: what it asks for beyond tables of its own. */
        asks: z.array(z.enum(ASKS)),
        /** Versions there are packages of, the newest first. */
        versions: z.array(z.object({ version: z.string(), trust, withdrawn: z.nullable(texts) })),
        /** Why the installed version should not be used any more. */
        withdrawn: z.nullable(texts),
      }),
    ),
  }),
  success: 'silent',
  summary: 'All modules that are installed or could be.',
});

export const readModule = endpoint({
  method: 'GET',
  path: `${base}/read`,
  audience: 'super',
  input: z.object({ uid, version }),
  output: z.object({
    author: z.string(),
    website: z.string(),
    license: z.string(),
    troupe: z.string(),
    requires: z.record(z.string(), z.string()),
    asks,
    sizeBytes: z.number(),
    sha256: z.string(),
    publisher: z.nullable(z.string()),
    /** Address of the registry that lists it. */
    origin: z.nullable(z.string()),
    sections: z.array(z.object({ name: z.string(), controller: z.string(), label: z.record(z.string(), z.string()), fields: z.number() })),
    /** What its pages and settings are called. */
    titles: z.record(z.string(), texts),
    readMe: texts,
    /** Those that the texts show, by the names they have there, as addresses that hold them. */
    pictures: z.record(z.string(), z.string()),
    changeLog: texts,
  }),
  success: 'silent',
  summary: 'What is in a package, with its texts.',
});

/** How many records sections have. */
const sectionRecords = z.array(z.object({ name: z.string(), label: z.record(z.string(), z.string()), rows: z.number() }));

const change = z.object({
  /** Names exactly this plan; applying asks for it. */
  hash: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  trust,
  /** Where somebody else signed it than when it was first installed: fingerprints, '' where the program's own list tells of it. Wants consent. */
  publisher: z.nullable(z.object({ before: z.string(), now: z.string() })),
  /** What it asks for and did not before: each wants consent. */
  asks,
  sections: z.array(
    z.object({
      name: z.string(),
      table: z.string(),
      isNew: z.boolean(),
      steps: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          class: z.string(),
          subject: z.string(),
          detail: z.string(),
          /** Records that it takes something from, or that ask for something; null where it speaks of none in particular. */
          rows: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  /** Sections that the new version has no more, with their records; their tables wait 30 days. */
  gone: sectionRecords,
  /** First records that are added, or those that come back. */
  rows: z.number(),
  /** Records that wait: since the module was removed, and could come back with `records`; or of sections that the installed version has not, which come back. */
  waiting: z.number(),
});

export const bringModule = endpoint({
  method: 'POST',
  path: `${base}/bring`,
  audience: 'super',
  input: z.object({ uid, version }),
  output: z.null(),
  success: 'silent',
  summary: 'Brings a package here that a registry lists, and judges it; does nothing where it is here.',
});

export const planModule = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/plan`,
  log: 'never',
  audience: 'super',
  input: z.object({ uid, version, act, records }),
  output: change,
  success: 'silent',
  summary: 'What installing a version would do, tried with everything that belongs to it and taken back.',
});

export const applyModule = endpoint({
  method: 'POST',
  path: `${base}/apply`,
  audience: 'super',
  input: z.object({
    uid,
    version,
    act,
    records,
    hash: z.string().check(z.maxLength(64)),
    isConsented: z._default(z.boolean(), false),
    /** Each name below `personal` of the plan's asks that was agreed to by itself. */
    ticked: z._default(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(20)), []),
    /** Where the plan says that somebody else signed it: the fingerprint that was agreed to. */
    publisher: z._default(z.string().check(z.maxLength(64)), '-'),
    /** By which the run can be asked for; nothing where nobody will. */
    run: z._default(z.string().check(z.regex(/^[\w-]{0,64}$/u)), ''),
  }),
  output: z.object({ version: z.string() }),
  success: 'announced',
  summary: 'Installs a version by the plan that was looked at, and no other; all of it or nothing.',
});

export const readModuleRun = endpoint({
  method: 'GET',
  path: `${base}/run`,
  audience: 'super',
  input: z.object({ run: z.string().check(z.maxLength(64)) }),
  output: z.object({
    /** `running`: something is being changed, which may be this. `none`: nothing was changed by it, and nothing is being changed. */
    state: z.enum(['done', 'running', 'none']),
  }),
  success: 'silent',
  summary: 'What has become of a change that was begun by this name.',
});

export const pauseModule = endpoint({
  method: 'POST',
  path: `${base}/pause`,
  audience: 'super',
  input: z.object({ uid, isPaused: z.boolean() }),
  output: z.null(),
  success: 'announced',
  summary: 'Hides a module with its calls, or brings it back; its records stay.',
});

export const pinModule = endpoint({
  method: 'POST',
  path: `${base}/pin`,
  audience: 'super',
  input: z.object({ uid, isPinned: z.boolean() }),
  output: z.null(),
  success: 'announced',
  summary: 'Keeps a module at its version, or lets it go on.',
});

export const countModuleRecords = endpoint({
  method: 'GET',
  path: `${base}/records`,
  audience: 'super',
  input: z.object({
    uid,
    /** Those that wait alone, also beside a module that was installed without them. */ of: z.optional(z.enum(['records'])),
  }),
  output: z.object({
    /** Of an installed module its own, and those of sections that it had before; of one that was removed those that wait. */
    sections: sectionRecords,
  }),
  success: 'silent',
  summary: 'How many records of which section go with a module.',
});

export const removeModule = endpoint({
  method: 'POST',
  path: `${base}/remove`,
  audience: 'super',
  input: z.object({
    uid,
    /** `keep`: its tables wait 30 days. `delete`: they go at once. */
    records: z.enum(['keep', 'delete']),
    /** The uid, typed; with `delete`. */
    typed: z._default(z.string().check(z.maxLength(21)), ''),
  }),
  output: z.object({ /** That were in its tables. */ rows: z.number() }),
  success: 'announced',
  summary: 'Takes a module away, and nothing of it remains in menu, rights, groups and views.',
});

export const listWaitingModules = endpoint({
  method: 'GET',
  path: `${base}/waiting`,
  audience: 'super',
  input: nothing,
  output: z.object({
    list: z.array(z.object({ uid: z.string(), rows: z.number(), /** Unix seconds. */ until: z.number() })),
  }),
  success: 'silent',
  summary: 'Removed modules whose records wait, and until when.',
});

export const fetchModuleArchive = endpoint({
  method: 'GET',
  path: `${base}/archive`,
  audience: 'super',
  input: z.object({ uid }),
  output: fileOutput,
  success: 'silent',
  reply: 'file',
  summary: 'The records of a removed module that wait, as a ZIP file: JSON with a record a line, and CSV, for each section.',
});

export const purgeModule = endpoint({
  method: 'POST',
  path: `${base}/purge`,
  audience: 'super',
  input: z.object({ uid, /** The uid, typed. */ typed: z.string().check(z.maxLength(21)) }),
  output: z.object({ rows: z.number() }),
  success: 'announced',
  summary: 'Takes the records of a removed module away that wait, at once.',
});

export const listModuleRuns = endpoint({
  method: 'GET',
  path: `${base}/runs`,
  audience: 'super',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        uid: z.string(),
        kind: z.string(),
        from_version: z.nullable(z.string()),
        to_version: z.nullable(z.string()),
        admin_id: z.number(),
        /** The account's name; null where it is gone. */
        admin: z.nullable(z.string()),
        at: z.number(),
      }),
    ),
  }),
  success: 'silent',
  summary: 'What was done with modules, the newest first.',
});

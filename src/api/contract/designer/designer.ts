import * as z from 'zod/mini';
import { isSectionName } from '#domain/designer/source/eject-order';
import { endpoint, nothing } from '../base/endpoint.ts';
import { act, tableDifference, label, reviewedPlan } from './plan-parts.ts';

/**
 * The section designer. Every call has a right of its own among `crud/crud/{index, generate, delete}`. A design travels as JSON of the
 * shape `SectionDesign` (`src/domain/designer/section-design.ts`), which `parseDesign` judges.
 */
const name = z.string().check(z.maxLength(41));
const design = z.unknown();
const nameMap = z.record(z.string().check(z.maxLength(63)), z.string().check(z.maxLength(63)));
const renames = z._default(
  z.strictObject({
    /** New column by the old one. */
    columns: z._default(nameMap, {}),
    /** By the new column: the new option by the old one. */
    options: z._default(z.record(z.string().check(z.maxLength(63)), nameMap), {}),
  }),
  { columns: {}, options: {} },
);
/** By the id of the step. */
export const choices = z._default(
  z.record(z.string().check(z.maxLength(200)), z.strictObject({ act, value: z.optional(z.string().check(z.maxLength(1000))) })),
  {},
);
const state = z.enum(['draft', 'live', 'paused', 'ejected']);

const renamed = z.object({ columns: z.record(z.string(), z.string()), options: z.record(z.string(), z.record(z.string(), z.string())) });

const summary = z.object({
  name: z.string(),
  label,
  table: z.string(),
  controller: z.string(),
  state,
  origin: z.string(),
  revision: z.number(),
  /** Whether a draft differs from what is published. */
  hasDraft: z.boolean(),
  /** Of the draft: two who design at once do not overwrite each other. */
  version: z.number(),
  update_time: z.number(),
});

const base = '/admin/crud.Crud' as const;

export const listSections = endpoint({
  method: 'GET',
  path: `${base}/sections`,
  audience: 'permitted',
  right: 'index',
  input: nothing,
  output: z.object({ list: z.array(summary) }),
  success: 'silent',
  summary: 'All sections that are designed here.',
});

export const readSection = endpoint({
  method: 'GET',
  path: `${base}/section`,
  audience: 'permitted',
  right: 'index',
  input: z.object({ name }),
  output: z.object({
    section: summary,
    /** What is worked on: the draft, or what is published. */
    design,
    renames: renamed,
    published: z.nullable(design),
    /** How the table differs from what was published. */
    drift: z.array(tableDifference),
  }),
  success: 'silent',
  summary: 'A section with its draft, and how its table differs from what was published.',
});

export const saveDraft = endpoint({
  method: 'POST',
  path: `${base}/draft`,
  log: 'never',
  audience: 'permitted',
  right: 'generate',
  body: 'large',
  texts: 'byField',
  input: z.object({ design, renames, version: z._default(z.number(), 0) }),
  output: z.object({ version: z.number(), issues: z.array(z.object({ at: z.string(), message: z.string() })) }),
  success: 'silent',
  summary: 'Keeps a draft, finished or not; version 0 begins one. Says what keeps it from being published.',
});

export const planSection = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/plan`,
  log: 'never',
  audience: 'permitted',
  right: 'generate',
  input: z.object({ name, choices }),
  output: reviewedPlan,
  success: 'silent',
  summary: 'What publishing the draft would do, step by step, tried and taken back.',
});

export const publishSection = endpoint({
  method: 'POST',
  path: `${base}/publish`,
  audience: 'permitted',
  right: 'generate',
  input: z.object({ name, version: z.number(), hash: z.string().check(z.maxLength(64)), choices }),
  output: z.object({ revision: z.number() }),
  success: 'announced',
  idempotent: true,
  summary: 'Publishes the draft by the plan that was looked at, and no other.',
});

export const pauseSection = endpoint({
  method: 'POST',
  path: `${base}/pause`,
  audience: 'permitted',
  right: 'generate',
  input: z.object({ name, isPaused: z.boolean() }),
  output: z.null(),
  success: 'announced',
  summary: 'Hides a section and its calls, or brings them back; its records stay.',
});

export const copySection = endpoint({
  method: 'POST',
  path: `${base}/copy`,
  audience: 'permitted',
  right: 'generate',
  input: z.object({ from: name, name, controller: z.string().check(z.maxLength(100)), table: z.string().check(z.maxLength(63)) }),
  output: z.object({ version: z.number() }),
  success: 'announced',
  summary: 'Begins a draft with the fields of another section.',
});

export const revertSection = endpoint({
  method: 'POST',
  path: `${base}/revert`,
  audience: 'permitted',
  right: 'generate',
  input: z.object({ name, version: z.number() }),
  output: z.object({ version: z.number() }),
  success: 'announced',
  summary: 'Makes the design before the last publishing the draft, to be planned like any other; what was dropped comes back with it.',
});

export const listRevisions = endpoint({
  method: 'GET',
  path: `${base}/revisions`,
  audience: 'permitted',
  right: 'index',
  input: z.object({ name }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        revision: z.number(),
        status: z.string(),
        design,
        /** What was done to names since the revision before. */
        renames: renamed,
        error: z.string(),
        admin_id: z.number(),
        /** Nickname of whoever did it; empty where the account is gone. */
        admin: z.string(),
        create_time: z.number(),
      }),
    ),
  }),
  success: 'silent',
  summary: 'What was published of a section, the newest first.',
});

export const listDesignLog = endpoint({
  method: 'GET',
  path: `${base}/log`,
  audience: 'permitted',
  right: 'index',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        section: z.string(),
        label,
        table: z.string(),
        revision: z.number(),
        status: z.enum(['start', 'success', 'error', 'delete']),
        error: z.string(),
        admin: z.string(),
        create_time: z.number(),
      }),
    ),
    /** Whether there are older ones. */
    hasMore: z.boolean(),
  }),
  success: 'silent',
  summary: 'What was published, refused and taken away of all sections, the newest first, without the designs.',
});

export const readLogged = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/logged`,
  log: 'never',
  audience: 'permitted',
  right: 'generate',
  input: z.object({ id: z.number() }),
  output: z.object({
    design,
    /** Whether the section that it is of is still there. */
    isThere: z.boolean(),
  }),
  success: 'silent',
  summary: 'A design of the log, to begin with. Where its section is gone and its table stayed, it takes that table.',
});

export const exportDesign = endpoint({
  method: 'GET',
  path: `${base}/exportDesign`,
  audience: 'permitted',
  right: 'index',
  input: z.object({ name }),
  output: z.object({ /** With what was done to its names, as `earlier`. */ design, revision: z.number(), hash: z.string() }),
  success: 'silent',
  summary: 'A design as it is carried to another installation, with what its fields were called before; there it is a draft to be planned.',
});

export const removeSection = endpoint({
  method: 'POST',
  path: `${base}/remove`,
  audience: 'permitted',
  right: 'delete',
  input: z.object({ name, version: z.number(), /** The name of its table, typed. */ table: z.string().check(z.maxLength(63)) }),
  output: z.null(),
  success: 'announced',
  summary: 'Takes a section away with its menu and rights; its table waits 30 days.',
});

export const sectionSource = endpoint({
  method: 'GET',
  path: `${base}/files`,
  audience: 'super',
  // It leads to a folder: nothing but a name may.
  input: z.object({ name: name.check(z.refine(isSectionName)) }),
  output: z.object({
    /** `open`: the terminal can write it. `noTree`: a release has no source that could take it. `noTerminal`: the terminal is switched off. */
    door: z.enum(['open', 'noTree', 'noTerminal']),
    /** Of the section, in the source tree. */
    folder: z.string(),
    files: z.array(
      z.object({
        path: z.string(),
        text: z.string(),
        /** What `npm run section:eject` would do with it in this installation's source. */
        fate: z.enum(['new', 'same', 'written', 'merged', 'conflict']),
        /** A unified difference to what lies there; empty where there is none. */
        patch: z.string(),
        /** Whether what the design wants of it lies beside it, as a patch, to be merged by hand. */
        hasPatch: z.boolean(),
      }),
    ),
    /** What the next step of its table does, where the folder is there already. */
    steps: z.array(z.object({ id: z.string(), class: z.string(), detail: z.string() })),
  }),
  success: 'silent',
  summary: 'A published section as source, beside what lies in the source of this installation. Nothing is written.',
});

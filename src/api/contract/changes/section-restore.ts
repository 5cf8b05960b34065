import * as z from 'zod/mini';
import { RESTORE_MODES, RESTORE_TROUBLES } from '#domain/changes/section-restore';
import { endpoint, nothing } from '../base/endpoint.ts';

/** One section back from a backup, for super administrators. Work that takes long is a job: these calls begin it, and ask how far it is. */
const base = '/admin/routine.System' as const;

const name = z.string().check(z.minLength(1), z.maxLength(100));
const begun = z.object({ id: z.string() });

const known = { id: z.string(), backup: z.string(), section: z.string(), mode: z.enum(RESTORE_MODES) };
const work = z.object({
  state: z.enum(['running', 'done', 'failed']),
  progress: z.nullable(z.object({ done: z.number(), total: z.number() })),
  report: z.nullable(
    z.object({
      inBackup: z.number(),
      missing: z.number(),
      changed: z.number(),
      same: z.number(),
      newer: z.number(),
      examples: z.object({ missing: z.array(z.string()), changed: z.array(z.string()) }),
      absent: z.array(z.object({ section: z.string(), count: z.number() })),
      left: z.array(z.string()),
      fresh: z.array(z.string()),
      done: z.nullable(
        z.object({
          added: z.number(),
          changed: z.number(),
          files: z.number(),
          filesGone: z.number(),
          writes: z.number(),
          firstChange: z.nullable(z.number()),
          refused: z.number(),
          reasons: z.array(z.string()),
        }),
      ),
    }),
  ),
  trouble: z.nullable(z.object({ code: z.enum(RESTORE_TROUBLES), text: z.string() })),
  isResumed: z.boolean(),
});

export const readRestoreChoices = endpoint({
  method: 'GET',
  path: `${base}/restoreChoices`,
  audience: 'super',
  input: nothing,
  output: z.object({
    /** Names of sections whose rows can come back by themselves. */
    sections: z.array(z.string()),
    /** The restore that somebody has begun and that is not over. */
    running: z.nullable(z.object(known)),
    /** The caller's newest restore that is over, of the last day, with the second in which it was begun. */
    latest: z.nullable(z.object({ ...known, begunAt: z.number(), work })),
  }),
  success: 'silent',
  summary: 'Sections that can be restored from a backup, the restore that runs, and how the own newest one ended.',
});

export const lookAtSection = endpoint({
  method: 'POST',
  path: `${base}/lookAtSection`,
  audience: 'super',
  input: z.object({ backup: name, section: name }),
  output: begun,
  success: 'silent',
  summary: 'Begins a look at what of a section a backup would bring back; nothing is changed.',
});

export const restoreSection = endpoint({
  method: 'POST',
  path: `${base}/restoreSection`,
  audience: 'super',
  input: z.object({ backup: name, section: name, mode: z.enum(RESTORE_MODES), commonColumns: z.boolean(), password: z.string() }),
  output: begun,
  success: 'silent',
  summary: 'Begins to bring rows of a section back from a backup, as writes that can be taken back. Wants the own password.',
});

export const readSectionRestore = endpoint({
  method: 'GET',
  path: `${base}/sectionRestore`,
  audience: 'super',
  input: z.object({ id: z.uuid() }),
  output: work,
  success: 'silent',
  summary: 'How far a look or a restore has come, and what it found or did.',
});

import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';

/** The settings of the site, in groups. Source: wire protocol §5.13. */

const word = z.optional(z.nullable(z.union([z.string(), z.number()])));
/** Servers of the family send an empty map as a list. */
const map = <T extends z.ZodMiniType>(value: T) => z.union([z.record(z.string(), value), z.array(z.unknown()), z.string()]);

const item = z.object({
  id: z.number(),
  name: z.string(),
  group: z.string(),
  title: z.string(),
  tip: z._default(z.string(), ''),
  type: z.string(),
  /** Decoded by the type; always empty for a secret. */
  value: z.unknown(),
  content: z._default(map(z.string()), ''),
  rule: z._default(z.string(), ''),
  extend: z._default(map(z.unknown()), []),
  input_extend: z._default(map(z.unknown()), []),
  allow_del: z._default(z.number(), 0),
  weigh: z._default(z.number(), 0),
  /** Of a secret: whether there is one. Stock servers do not say. */
  is_set: z.optional(z.boolean()),
  /** Stock servers do not count. */
  version: z.optional(z.number()),
});

export type WireConfigItem = z.output<typeof item>;

/**
 * Beside the values that are to be saved: by name, the version each of them was read with. No setting can be called so; stock servers pass over
 * names that they do not know.
 */
export const READ_VERSIONS = '@versions';

export const readConfig = endpoint({
  method: 'GET',
  path: '/admin/routine.Config/index',
  audience: 'permitted',
  input: nothing,
  output: z.object({
    list: z.record(z.string(), z.object({ name: z.string(), title: z.string(), list: z._default(z.array(item), []) })),
    remark: z._default(z.string(), ''),
    configGroup: map(z.string()),
    quickEntrance: z._default(z.array(z.object({ key: z.string(), value: z.string() })), []),
  }),
  success: 'silent',
  summary: 'Every setting by its group; secrets are only said to be there.',
});

export const saveConfig = endpoint({
  method: 'POST',
  path: '/admin/routine.Config/edit',
  audience: 'permitted',
  texts: 'byField',
  input: z.record(z.string(), z.unknown()),
  output: z.null(),
  success: 'announced',
  summary:
    'Changes the named settings; names nobody knows are ignored, an empty secret stays as it is, null takes it away. What was changed since it was read is refused with what is stored now.',
});

export const addConfig = endpoint({
  method: 'POST',
  path: '/admin/routine.Config/add',
  audience: 'permitted',
  texts: 'byField',
  input: z.object({
    group: word,
    name: word,
    title: word,
    type: word,
    tip: word,
    rule: z.optional(z.nullable(z.union([z.array(z.string()), z.string()]))),
    content: word,
    extend: word,
    inputExtend: word,
    weigh: word,
  }),
  output: z.nullable(z.object({ id: z.number() })),
  success: 'announced',
  summary: 'Adds a setting of any type.',
});

export const removeConfig = endpoint({
  method: 'DELETE',
  path: '/admin/routine.Config/del',
  audience: 'permitted',
  input: z.object({ ids: z.union([z.array(z.union([z.number(), z.string()])), z.number(), z.string()]) }),
  output: z.nullable(z.object({ count: z.number() })),
  success: 'announced',
  summary: 'Deletes settings that were added by hand.',
});

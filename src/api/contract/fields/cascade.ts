import * as z from 'zod/mini';
import { MAX_OPTION_TEXT } from '#domain/fields/option-path';
import { endpoint } from '../base/endpoint.ts';

/** Options that are read level by level: areas, classifications and projects. Source: specification §7; wire protocol §5.1, §8.4. */

const whole = z.union([z.number().check(z.int(), z.gte(0)), z.pipe(z.string().check(z.regex(/^\d{1,15}$/u)), z.transform(Number))]);
/** A stock client sends an empty text for what is not chosen. */
const optionalId = z.pipe(
  z.optional(z.union([whole, z.literal(''), z.null()])),
  z.transform((value) => (typeof value === 'number' ? value : 0)),
);
const type = z._default(whole.check(z.gte(1), z.lte(99)), 1);
const lv = z._default(whole.check(z.gte(1), z.lte(9)), 2);

const options = z.array(z.object({ value: z.number(), label: z.string() }));
const areaInput = z.object({ province: optionalId, city: optionalId });

const areas = {
  method: 'GET',
  input: areaInput,
  output: options,
  success: 'silent',
  summary: 'Provinces; cities of a province; districts of a city.',
} as const;

export const listAreas = endpoint({ ...areas, path: '/admin/ajax/area', audience: 'signedIn' });
export const listPublicAreas = endpoint({ ...areas, path: '/api/ajax/area', audience: 'anyone' });

export const listClassifications = endpoint({
  method: 'GET',
  path: '/admin/ajax/group',
  audience: 'signedIn',
  input: z.object({ lv1: optionalId, lv2: optionalId, lv3: optionalId, type }),
  output: options,
  success: 'silent',
  summary: 'The next level of a classification, below what is chosen already.',
});

export const listProjects = endpoint({
  method: 'GET',
  path: '/admin/ajax/getProject',
  audience: 'signedIn',
  input: z.object({ type, pid: optionalId, level: optionalId }),
  output: z.array(z.object({ value: z.number(), label: z.string(), disabled: z._default(z.boolean(), false) })),
  success: 'silent',
  summary: 'Projects of a type below another, or at the top.',
});

/** Part of a name; several words all have to be somewhere on the way. */
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_OPTION_TEXT));
const paths = z.array(z.object({ value: z.array(z.number()), labels: z.array(z.string()) }));
const found = { method: 'GET', audience: 'signedIn', output: paths, success: 'silent' } as const;

export const searchAreas = endpoint({
  ...found,
  path: '/admin/ajax/searchAreas',
  input: z.object({ text, lv }),
  summary: 'Areas whose names, or those of what they lie in, have a text in them; each as a whole way from the province down.',
});

export const searchProjects = endpoint({
  ...found,
  path: '/admin/ajax/searchProjects',
  input: z.object({ text, lv, type }),
  summary: 'Projects that can be chosen and have a text in their name or above it; each as a whole way from the top down.',
});

export const readProjectChoice = endpoint({
  method: 'GET',
  path: '/admin/auth.project/getProject',
  audience: 'signedIn',
  input: z.object({ type, lv }),
  output: z.array(z.number()),
  success: 'silent',
  summary: 'The project the caller has chosen, as ids from the top down; empty when there is none.',
});

const noId = z.pipe(
  z.union([z.literal(''), z.literal(0), z.literal('0'), z.null(), z.array(z.never())]),
  z.transform((): number[] => []),
);
const oneId = z.pipe(
  whole,
  z.transform((id) => [id]),
);
const ids = z.array(whole).check(z.minLength(1), z.maxLength(9));
const commaIds = z.pipe(
  z.string().check(z.regex(/^\d{1,15}(?:,\d{1,15}){1,8}$/u)),
  z.transform((value) => value.split(',').map(Number)),
);

export const saveProjectChoice = endpoint({
  method: 'POST',
  path: '/admin/auth.project/setProject',
  audience: 'signedIn',
  input: z.object({
    /** The last id alone, or all from the top down; nothing forgets the choice. */
    set_id: z.union([noId, oneId, commaIds, ids]),
    lv,
    /** Which selector forgets its choice; a choice itself has the type of its project. */
    type,
  }),
  output: z.null(),
  success: 'silent',
  summary: 'Remembers the project the caller works on.',
});

import * as z from 'zod/mini';
import { MAX_COLUMN_PX, MIN_COLUMN_PX } from '#domain/table/column-widths';
import { MAX_VIEW_COLUMNS, MAX_VIEW_NAME_LENGTH, MAX_VIEW_PARAMS, SAVED_VIEW_SCOPES } from '#domain/table/saved-view';
import { MAX_PINNED } from '#domain/table/table-settings';
import { isInvisible } from '#domain/base/validation';
import { endpoint } from '../base/endpoint.ts';

/** Lists as people like to see them. The protocol knows none of these calls; whoever may see the list may keep views of it. */
const fields = z.array(z.string().check(z.maxLength(50))).check(z.maxLength(MAX_VIEW_COLUMNS));
const params = z
  .record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(500)))
  .check(z.refine((one) => Object.keys(one).length <= MAX_VIEW_PARAMS));
/** Views from before columns could be pinned, or had widths, have none. */
const pinned = z._default(fields.check(z.maxLength(MAX_PINNED)), []);
const widthsPx = z._default(
  z
    .record(z.string().check(z.maxLength(50)), z.number().check(z.int(), z.gte(MIN_COLUMN_PX), z.lte(MAX_COLUMN_PX)))
    .check(z.refine((one) => Object.keys(one).length <= MAX_VIEW_COLUMNS)),
  {},
);
const content = {
  params,
  columns: z.object({ order: fields, shown: fields, hidden: fields, pinned, widthsPx }),
};
const resource = z.string().check(z.minLength(1), z.maxLength(50));
const id = z.union([z.number().check(z.int(), z.gte(1)), z.pipe(z.string().check(z.regex(/^\d{1,9}$/u)), z.transform(Number))]);
const name = z.string().check(
  z.trim(),
  z.maxLength(MAX_VIEW_NAME_LENGTH),
  z.refine((text) => !isInvisible(text)),
);
const scope = z.enum(SAVED_VIEW_SCOPES);

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/admin/ajax/savedViews',
  audience: 'signedIn',
  input: z.object({ resource }),
  output: z.object({
    list: z.array(
      z.object({ id: z.number(), name: z.string(), scope, is_default: z.boolean(), is_mine: z.boolean(), owner: z.string(), ...content }),
    ),
    /** Scopes that the caller may give a view. */
    scopes: z.array(scope),
  }),
  success: 'silent',
  summary: 'The views of a list that the caller may choose from.',
});

export const saveView = endpoint({
  method: 'POST',
  path: '/admin/ajax/saveView',
  audience: 'signedIn',
  input: z.object({ resource, name, scope, is_default: z.boolean(), ...content }),
  output: z.object({ id: z.number() }),
  // What stands in the list of views and on its button says it.
  success: 'silent',
  summary: 'Keeps a view; one of the same name that the caller owns is replaced.',
});

export const removeView = endpoint({
  method: 'POST',
  path: '/admin/ajax/removeView',
  audience: 'signedIn',
  input: z.object({ id }),
  output: z.null(),
  // What stands in the list of views and on its button says it.
  success: 'silent',
  summary: 'Deletes a view that the caller owns; super administrators delete those that are shared, too.',
});

import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { resourceEndpoints } from '../table/resource-endpoints.ts';

/** What the back office does with stored files beyond the calls of every resource. */

/** As their declaration has it, which comes with their page: whoever deletes records need not have it. */
export const ATTACHMENTS = { name: 'attachment', controller: 'routine.Attachment' } as const;

const { remove } = resourceEndpoints(ATTACHMENTS);

const id = z.union([z.number().check(z.int(), z.gte(0)), z.pipe(z.string().check(z.regex(/^\d{1,15}$/u)), z.transform(Number))]);
const flag = z._default(
  z.pipe(
    z.union([z.string(), z.boolean(), z.number()]),
    z.transform((value) => value !== '' && value !== '0' && value !== 0 && value !== false),
  ),
  false,
);

const { ids } = remove.input.shape;

/** Records whose file, image or rich text fields name one of the files. `more` counts further ones, `hidden` those the caller may not see. */
export const attachmentUses = endpoint({
  method: 'GET',
  path: '/admin/routine.Attachment/uses',
  audience: 'signedIn',
  input: z.union([z.object({ ids }), z.object({ id })]),
  output: z.object({
    list: z.array(z.object({ resource: z.string(), recordId: z.number(), title: z.string() })),
    more: z._default(z.number(), 0),
    hidden: z._default(z.number(), 0),
  }),
  success: 'silent',
  summary: 'Where stored files are used.',
});

/** Without `force`, nothing goes while one of the files is used. */
export const removeAttachments = endpoint({
  ...remove,
  input: z.object({ ids, force: flag }),
  summary: 'Deletes stored files; used ones only with force.',
});

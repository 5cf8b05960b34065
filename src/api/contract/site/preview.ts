import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

const preview = {
  method: 'POST',
  log: 'never',
  audience: 'permitted',
  /** Who may edit it sees it before all others do. */
  right: 'edit',
  input: z.object({ id: z.number().check(z.int(), z.gte(1)) }),
  output: z.object({
    /** Where it stands in each language; each address opens once, and for ten minutes. */
    addresses: z.object({ 'zh-cn': z.string(), en: z.string() }),
  }),
  success: 'silent',
  summary: 'Addresses that show a notice or a page of the public site as it is stored, published or not.',
} as const;

export const previewNotice = endpoint({ ...preview, path: '/admin/content.Notice/preview' });
export const previewPage = endpoint({ ...preview, path: '/admin/content.Page/preview' });

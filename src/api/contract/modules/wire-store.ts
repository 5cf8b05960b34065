import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/**
 * The store as clients of the family ask it, at `/api/v4.store/…` and `/api/v6.store/…`: all modules there are packages of. Nothing is sold.
 * Source: wire protocol §5.19.
 */
const goods = {
  uid: z.string(),
  title: z.string(),
  logo: z.string(),
  tags: z.array(z.object({ name: z.string(), type: z.string() })),
  downloads: z.number(),
  present_price: z.number(),
  /** 0 points, 1 money. */
  currency_select: z.number(),
};

export const wireStoreModules = endpoint({
  method: 'GET',
  path: '/admin/module.Store/modules',
  audience: 'super',
  input: z.object({
    quickSearch: z.prefault(z.string().check(z.maxLength(100)), ''),
    /** A category; there is but one that has all. */
    activeTab: z.prefault(z.string().check(z.maxLength(50)), 'all'),
  }),
  output: z.object({
    rows: z.array(z.object({ ...goods, original_price: z.number() })),
    category: z.array(z.object({ id: z.string(), name: z.string() })),
    remark: z.string(),
  }),
  success: 'silent',
  summary: 'The modules of the store, as clients of the family list them.',
});

export const wireStoreInfo = endpoint({
  method: 'GET',
  path: '/admin/module.Store/info',
  audience: 'super',
  input: z.object({ uid: z.string().check(z.maxLength(21)) }),
  output: z.object({
    info: z.object({
      ...goods,
      type: z.literal('online'),
      images: z.array(z.string()),
      /** The number of an order, which lets it be installed: everything has one. */
      purchased: z.number(),
      version: z.string(),
      author_url: z.string(),
      demo: z.array(z.never()),
      category: z.object({ id: z.string(), name: z.string() }),
      developer: z.object({ nickname: z.string(), avatar: z.string(), group: z.string(), goods: z.array(z.never()) }),
      /** HTML. */
      detail_editor: z.string(),
    }),
  }),
  success: 'silent',
  summary: 'One module of the store, as clients of the family show it.',
});

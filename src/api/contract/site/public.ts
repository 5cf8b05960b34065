import * as z from 'zod/mini';
import { GOODS_ORDERS } from '#domain/site/document-address';
import { endpoint } from '../base/endpoint.ts';

/** What the public site shows, for programs of other makers: nothing that its pages do not show to anybody. Source: open content, "Home page". */

const number = z.union([z.number().check(z.int(), z.gte(1)), z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/u)), z.transform(Number))]);
const page = z._default(number, 1);

/** `is_translated` is false for a text that is there in Chinese alone. */
const text = z.object({ text: z.string(), is_translated: z.boolean() });
/** Cents; null where no prices are told. */
const price = z.nullable(z.object({ cents: z.number(), list_cents: z.nullable(z.number()), currency: z.string() }));
const card = { id: z.number(), title: text, subtitle: text, picture: z.string(), price };
const paged = { total: z.number(), page: z.number(), pages: z.number() };

export const publicGoodsIndex = endpoint({
  method: 'GET',
  path: '/api/goods/index',
  audience: 'anyone',
  input: z.object({
    page,
    category: z.optional(number),
    q: z._default(z.string().check(z.maxLength(60)), ''),
    order: z._default(z.enum(GOODS_ORDERS), ''),
  }),
  output: z.object({ list: z.array(z.object(card)), ...paged }),
  success: 'silent',
  summary: 'Goods on sale in categories that are shown, where the site shows goods at all.',
});

export const publicGoodsDetail = endpoint({
  method: 'GET',
  path: '/api/goods/detail',
  audience: 'anyone',
  input: z.object({ id: number }),
  output: z.object({
    ...card,
    pictures: z.array(z.string()),
    unit: z.string(),
    tags: z.array(z.string()),
    /** In words: nobody is told how many there are. */
    availability: z.enum(['inStock', 'few', 'soldOut']),
    /** Cleaned rich text, in Chinese. */
    description: z.string(),
  }),
  success: 'silent',
  summary: 'One of the goods on sale. What the site does not show is not found.',
});

export const publicNoticeIndex = endpoint({
  method: 'GET',
  path: '/api/notice/index',
  audience: 'anyone',
  input: z.object({ page }),
  output: z.object({
    list: z.array(z.object({ id: z.number(), title: text, excerpt: text, is_pinned: z.boolean(), day: z.string() })),
    page: z.number(),
    pages: z.number(),
  }),
  success: 'silent',
  summary: 'Notices of the site whose time it is, pinned ones first, then the newest.',
});

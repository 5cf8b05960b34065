import type { ApiAnswer } from '#domain/programs/api-answer';
import type { ApiOperation, ApiOperationEntry } from '#domain/programs/api-operation';

const titles = { 'zh-cn': '商品', en: 'Product' } as const;

export const LIST: ApiOperation = {
  method: 'GET',
  path: '/api/admin/goods.Goods/index',
  section: 'goods',
  titles,
  summary: 'A page of goods.',
  parameters: [
    { name: 'limit', place: 'query', isRequired: false, schema: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'string' }] } },
    { name: 'search', place: 'query', isRequired: false, schema: { type: 'array', maxItems: 30, items: { type: 'object' } } },
  ],
  body: null,
  answer: { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] },
};

export const REMOVE: ApiOperation = {
  ...LIST,
  method: 'DELETE',
  path: '/api/admin/goods.Goods/del',
  summary: 'Deletes goods.',
  parameters: [{ name: 'ids', place: 'query', isRequired: true, schema: { type: 'array', items: { type: 'integer' } } }],
};

export const ADD: ApiOperation = {
  ...LIST,
  method: 'POST',
  path: '/api/admin/goods.Goods/add',
  summary: 'Adds a record of goods.',
  parameters: [{ name: 'idempotency-key', place: 'header', isRequired: false, schema: { type: 'string', maxLength: 200 } }],
  body: {
    type: 'object',
    required: ['title', 'price'],
    properties: {
      title: { type: 'string', maxLength: 100, description: 'What it is called' },
      price: { type: 'string' },
      status: { type: 'string', enum: ['draft', 'on'] },
    },
  },
};

export const entryOf = ({ method, path, section, summary }: ApiOperation): ApiOperationEntry => ({
  method,
  path,
  section,
  titles,
  summary,
});

export const ANSWER: ApiAnswer = {
  status: 200,
  tookMs: 12,
  headers: [['x-request-id', 'abc']],
  body: '{}',
  isCut: false,
  sizeBytes: 2,
  change: 1307,
  code: 1,
};

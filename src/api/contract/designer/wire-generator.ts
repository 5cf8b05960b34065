import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { listQuery, wireNumber } from '../table/resource-endpoints.ts';
import { choices } from './designer.ts';
import { numberOrText, boundedText, wireDesign } from './wire-design-schema.ts';

/**
 * The code generator as clients of the family call it. A design in their words becomes a draft, a plan and a publication like any other; a
 * file that they name is where the source of the section lies once it is ejected. Source: wire protocol §5.18.
 */
const base = '/admin/crud.Crud' as const;

const answeredTable = z.looseObject({ name: z.string(), empty: z.optional(z.boolean()) });
const answeredFields = z.array(z.looseObject({ name: z.string() }));

export const checkCrudLog = endpoint({
  method: 'GET',
  path: `${base}/checkCrudLog`,
  audience: 'permitted',
  right: 'index',
  input: z.object({ table: boundedText(100), connection: boundedText(100) }),
  output: z.object({ id: z.number() }),
  success: 'silent',
  summary: 'The log of the last publication over a table, where it succeeded; else 0.',
});

export const getFileData = endpoint({
  method: 'GET',
  path: `${base}/getFileData`,
  audience: 'permitted',
  right: 'index',
  input: z.object({ table: boundedText(200), commonModel: numberOrText }),
  output: z.object({
    modelFile: z.string(),
    controllerFile: z.string(),
    validateFile: z.string(),
    webViewsDir: z.string(),
    controllerFileList: z.record(z.string(), z.string()),
    modelFileList: z.record(z.string(), z.string()),
  }),
  success: 'silent',
  summary: 'Where the source of a section lies that is taken out of the designer, and that of others.',
});

export const generateCheck = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/generateCheck`,
  log: 'never',
  audience: 'permitted',
  right: 'generate',
  input: z.object({ table: boundedText(100), connection: boundedText(100), controllerFile: boundedText(200) }),
  output: z.null(),
  success: 'silent',
  summary: 'Whether a table and an address are free; code -1 says which is not.',
});

export const generate = endpoint({
  method: 'POST',
  path: `${base}/generate`,
  audience: 'permitted',
  right: 'generate',
  texts: 'byField',
  idempotent: true,
  input: z.object({
    /** The older dialect does not say where it began: a table that stands is then changed by the plan, never made anew. */
    type: z.prefault(z.enum(['create', 'db', 'sql', 'log']), 'log'),
    ...wireDesign.shape,
    /** Of ours: the hash of a plan that loses something and was looked at. */
    confirm: boundedText(64),
    /** Of ours: as for a plan. */
    choices,
  }),
  /** A plan that may lose something is answered with code 0 and the plan as `data.plan`; `confirm` names it. */
  output: z.object({ revision: z.number() }),
  success: 'announced',
  summary: 'Publishes a design of a client of the family by its plan, unless that may lose something.',
});

export const logStart = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/logStart`,
  log: 'never',
  audience: 'permitted',
  right: 'generate',
  input: z.object({ id: wireNumber }),
  output: z.object({ table: answeredTable, fields: answeredFields }),
  success: 'silent',
  summary: 'A design of the log, to start from again.',
});

export const deleteGenerated = endpoint({
  method: 'POST',
  path: `${base}/delete`,
  audience: 'permitted',
  input: z.object({ id: wireNumber }),
  output: z.null(),
  success: 'announced',
  summary: 'Takes the section of a log away with its menu and rights; its table stays.',
});

export const databaseList = endpoint({
  method: 'GET',
  path: `${base}/databaseList`,
  audience: 'permitted',
  right: 'generate',
  input: nothing,
  output: z.object({ dbs: z.record(z.string(), z.string()) }),
  success: 'silent',
  summary: 'Tables that a design can begin with, by name.',
});

/** It asks for the right to look at designs. */
export const listLogs = endpoint({
  method: 'GET',
  path: '/admin/crud.Log/index',
  audience: 'permitted',
  input: listQuery,
  output: z.object({
    list: z.array(
      z.looseObject({
        id: z.number(),
        table_name: z.string(),
        table: answeredTable,
        fields: answeredFields,
        connection: z.string(),
        status: z.string(),
        create_time: z.number(),
      }),
    ),
    total: z.number(),
    remark: z.string(),
  }),
  success: 'silent',
  summary: 'What was published, tried and taken away, in the words of clients of the family.',
});

import { areaOf, type Endpoint } from '#api/contract/base/endpoint';
import { jsonSchemaOf } from '#api/contract/base/json-schema';
import { API_BASE, CODE, HEADER } from '#api/contract/base/wire';
import { isForPrograms } from '#domain/programs/api-token';
import type { MountedEndpoint } from '../routing/route-table.ts';

type Json = Readonly<Record<string, unknown>>;

/** Of the interface, as its document tells it. */
export const API_VERSION = '0.1.0';

const AUDIENCE: Readonly<Record<Endpoint['audience'], string>> = {
  anyone: 'Open to anyone.',
  signedIn: 'For anyone who is signed in.',
  permitted: 'For accounts that were granted its permission node.',
  super: 'For super administrators.',
};

const envelopeOf = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'msg', 'time', 'data'],
  properties: {
    code: { type: 'integer', description: `${CODE.accepted} is success; every other code says why not` },
    msg: { type: 'string' },
    time: { type: 'integer', description: 'Unix seconds' },
    data: { anyOf: [data, { type: 'null' }] },
  },
});

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
}

/** The fields of a query, one parameter each. */
function queryOf(schema: Json): (Parameter & Json)[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>;
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries(properties).map(([name, property]) => {
    const isDeep = property['type'] === 'array' || property['type'] === undefined;
    return {
      name,
      in: 'query',
      required: required.includes(name),
      schema: property,
      ...(isDeep && { style: 'deepObject', explode: true }),
    };
  });
}

/** Whether what a call takes stands in its body, as JSON. */
export const isInBody = (endpoint: Endpoint): boolean => endpoint.method === 'POST' && endpoint.body !== 'file';

/** What a call takes beside its body. @param input its schema */
export function parametersOf(endpoint: Endpoint, input: Json): readonly (Parameter & Json)[] {
  const key = { name: HEADER.idempotencyKey, in: 'header', required: false, schema: { type: 'string', maxLength: 200 } } as const;
  return [...(isInBody(endpoint) ? [] : queryOf(input)), ...(endpoint.idempotent ? [key] : [])];
}

const FILE_FORM: Json = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

const envelopeReply = (data: Json): Json => ({
  description: 'The envelope, whatever its code.',
  content: { 'application/json': { schema: envelopeOf(data) } },
});

const FILE_REPLY: Json = {
  description: 'The file; an envelope where it is refused.',
  content: { 'application/octet-stream': {}, 'application/json': { schema: envelopeOf({}) } },
};

/** Replies that many calls have, beside the one with status 200. */
const REPLIES = {
  ProgramRefused: 'The token of the program is unknown, has ended or is switched off, or its administrator is.',
  ProgramTooFast: 'Too many calls in this minute.',
  Busy: 'Too busy, or away for a moment. A write may be done all the same, or be done yet: it is done once under its idempotency key.',
} as const;
const SAYS_WHEN: readonly string[] = ['ProgramTooFast', 'Busy'];

const inSeconds = { 'retry-after': { description: 'In how many seconds to try again', schema: { type: 'integer' } } };

const sharedReplies = (): Json =>
  Object.fromEntries(
    Object.entries(REPLIES).map(([name, description]) => [
      name,
      { ...envelopeReply({}), description, ...(SAYS_WHEN.includes(name) && { headers: inSeconds }) },
    ]),
  );

const shared = (name: keyof typeof REPLIES): Json => ({ $ref: `#/components/responses/${name}` });

function operationOf({ endpoint, section }: Described): Json {
  const input = jsonSchemaOf(endpoint.input, 'input');
  const output = jsonSchemaOf(endpoint.output, 'output');
  const isProgramsToo = section !== undefined && isForPrograms(section, endpoint.method === 'GET');
  const security = endpoint.audience === 'anyone' ? [] : [{ [areaOf(endpoint)]: [] }, ...(isProgramsToo ? [{ program: [] }] : [])];
  return {
    summary: endpoint.summary,
    description: AUDIENCE[endpoint.audience],
    tags: [endpoint.path.split('/')[2] ?? ''],
    security,
    parameters: parametersOf(endpoint, input),
    ...(isInBody(endpoint) && { requestBody: { content: { 'application/json': { schema: input } } } }),
    ...(endpoint.body === 'file' && { requestBody: { content: { 'multipart/form-data': { schema: FILE_FORM } } } }),
    responses: {
      200: endpoint.reply === 'file' ? FILE_REPLY : envelopeReply(output),
      ...(isProgramsToo && { 401: shared('ProgramRefused'), 429: shared('ProgramTooFast') }),
      503: shared('Busy'),
    },
  };
}

const token = (name: string): Json => ({ type: 'apiKey', in: 'header', name });
const SCHEMES = {
  admin: token(HEADER.adminToken),
  member: token(HEADER.memberToken),
  program: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token that an administrator has issued; it opens what was chosen for it.',
  },
};

type Described = Pick<MountedEndpoint, 'endpoint' | 'section'>;

/** What an endpoint says of itself never changes, and takes a while to write. */
const operations = new WeakMap<Endpoint, Json>();

function knownOperationOf(described: Described): Json {
  const known = operations.get(described.endpoint) ?? operationOf(described);
  operations.set(described.endpoint, known);
  return known;
}

/** The API document of these calls. */
export function openApiDocument(calls: readonly Described[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const described of calls) {
    const { endpoint } = described;
    const path = API_BASE + endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: knownOperationOf(described) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Troupe', version },
    paths,
    components: { securitySchemes: SCHEMES, responses: sharedReplies() },
  };
}

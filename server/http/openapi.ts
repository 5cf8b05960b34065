import { areaOf, type Endpoint } from '#api/contract/base/endpoint';
import { jsonSchemaOf } from '#api/contract/base/json-schema';
import { API_BASE, CODE, HEADER } from '#api/contract/base/wire';

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

function operationOf(endpoint: Endpoint): Json {
  const input = jsonSchemaOf(endpoint.input, 'input');
  const output = jsonSchemaOf(endpoint.output, 'output');
  const security = endpoint.audience === 'anyone' ? [] : [{ [areaOf(endpoint)]: [] }];
  return {
    summary: endpoint.summary,
    description: AUDIENCE[endpoint.audience],
    tags: [endpoint.path.split('/')[2] ?? ''],
    security,
    parameters: parametersOf(endpoint, input),
    ...(isInBody(endpoint) && { requestBody: { content: { 'application/json': { schema: input } } } }),
    ...(endpoint.body === 'file' && { requestBody: { content: { 'multipart/form-data': { schema: FILE_FORM } } } }),
    responses: { 200: endpoint.reply === 'file' ? FILE_REPLY : envelopeReply(output) },
  };
}

const token = (name: string): Json => ({ type: 'apiKey', in: 'header', name });

/** What an endpoint says of itself never changes, and takes a while to write. */
const operations = new WeakMap<Endpoint, Json>();

function knownOperationOf(endpoint: Endpoint): Json {
  const known = operations.get(endpoint) ?? operationOf(endpoint);
  operations.set(endpoint, known);
  return known;
}

/** The API document of these endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const path = API_BASE + endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: knownOperationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Troupe', version },
    paths,
    components: { securitySchemes: { admin: token(HEADER.adminToken), member: token(HEADER.memberToken) } },
  };
}

import { actionOf, type ApiOperation, type ApiParameter } from './api-operation.ts';
import { exampleOf, schemaType } from './schema-example.ts';

/** What somebody has written for a call: texts, as they stand in the fields. */
export interface CallDraft {
  readonly values: Readonly<Record<string, string>>;
  /** JSON; '' where the call takes none. */
  readonly body: string;
}

/** A call that is ready to be sent. */
export interface ApiRequest {
  readonly method: ApiOperation['method'];
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Why a draft is no request: by the parameter, or by the body. */
export interface RequestIssue {
  readonly at: string;
  readonly why: 'missing' | 'notJson';
}

/** Stands for the body among the names of parameters, of which none is empty. */
export const BODY = '';
const PLAIN = new Set(['string', 'integer', 'number', 'boolean']);

/** Whether its value is written as it is, and not as JSON. */
export const isPlain = ({ schema }: Pick<ApiParameter, 'schema'>): boolean =>
  schemaType(schema)
    .split(' | ')
    .some((type) => PLAIN.has(type));

/** What a call begins with: required parameters and the body by example. */
export function firstDraft({ parameters, body }: Pick<ApiOperation, 'parameters' | 'body'>): CallDraft {
  const wanted = parameters.filter(({ isRequired }) => isRequired);
  return {
    values: Object.fromEntries(wanted.map((one) => [one.name, textOf(exampleOf(one.schema), one)])),
    body: body ? JSON.stringify(exampleOf(body), null, 2) : '',
  };
}

const textOf = (value: unknown, parameter: ApiParameter): string =>
  isPlain(parameter) && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    ? String(value)
    : JSON.stringify(value);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function draftIssues({ parameters, body }: Pick<ApiOperation, 'parameters' | 'body'>, draft: CallDraft): readonly RequestIssue[] {
  const ofParameters = parameters.flatMap((parameter): RequestIssue[] => {
    const written = draft.values[parameter.name]?.trim() ?? '';
    if (written === '') return parameter.isRequired ? [{ at: parameter.name, why: 'missing' }] : [];
    return isPlain(parameter) || isJson(written) ? [] : [{ at: parameter.name, why: 'notJson' }];
  });
  return body && !isJson(draft.body) ? [...ofParameters, { at: BODY, why: 'notJson' }] : ofParameters;
}

/** Values of a query as the protocol writes what is deep: `ids[0]=1`. */
function pairsOf(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => pairsOf(`${name}[${index}]`, one));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one));
  return [[name, String(value)]];
}

/** @param draft without issues */
export function requestOf({ method, path, parameters, body }: ApiOperation, draft: CallDraft): ApiRequest {
  const given = parameters.flatMap((parameter) => {
    const written = draft.values[parameter.name]?.trim() ?? '';
    return written === '' ? [] : [{ parameter, value: isPlain(parameter) ? written : (JSON.parse(written) as unknown) }];
  });
  const inQuery = given
    .filter(({ parameter }) => parameter.place === 'query')
    .flatMap(({ parameter, value }) => pairsOf(parameter.name, value));
  const query = new URLSearchParams(inQuery.map(([name, value]) => [name, value])).toString();
  const inHeader = given
    .filter(({ parameter }) => parameter.place === 'header')
    .map(({ parameter, value }) => [parameter.name, String(value)]);
  return {
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: { ...Object.fromEntries(inHeader), ...(body && { 'content-type': 'application/json' }) },
    body: body ? draft.body : null,
  };
}

/** Calls that lists of the back office make, and the client does not. */
const OF_LISTS = new Set(['bulk', 'sortable', 'place', 'import', 'cancelImport']);

/** What stands for the token where the call is shown. */
const TOKEN = '$TROUPE_TOKEN';
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The same call on a command line; the token is taken from the environment. */
export function curlOf({ method, path, headers, body }: ApiRequest, origin: string): string {
  const lines = [
    `curl -X ${method} ${quoted(origin + path)}`,
    `-H "Authorization: Bearer ${TOKEN}"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

const say = (value: unknown): string => JSON.stringify(value, null, 2);
const own = (value: Readonly<Record<string, unknown>>, ...left: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !left.includes(key)));

/** The method of the typed client that makes the call; null where it has none. @param draft without issues */
export function clientCallOf(operation: ApiOperation, draft: CallDraft): string | null {
  const { method, section } = operation;
  const action = actionOf(operation);
  const body = operation.body ? (JSON.parse(draft.body) as Readonly<Record<string, unknown>>) : {};
  const query = Object.fromEntries(
    operation.parameters.flatMap((parameter) => {
      const written = draft.values[parameter.name]?.trim() ?? '';
      if (written === '' || parameter.place === 'header') return [];
      const isNumber = /^-?\d+$/u.test(written) && schemaType(parameter.schema) !== 'string';
      return [[parameter.name, isPlain(parameter) && !isNumber ? written : (JSON.parse(written) as unknown)]];
    }),
  );
  const calls: Readonly<Record<string, () => string>> = {
    'GET index': () => `list(${Object.keys(query).length > 0 ? say(query) : ''})`,
    'GET edit': () => `read(${say(query['id'])})`,
    'POST add': () => `add(${say(body)})`,
    'POST edit': () => `edit(${say(body['id'])}, ${say(own(body, 'id'))})`,
    'DELETE del': () => `delete(${say(query['ids'])})`,
    'POST undo': () => `undo(${say(body['change'])})`,
  };
  const call = calls[`${method} ${action}`]?.() ?? eventCall(operation, body);
  return call === null ? null : `const answer = await troupe.section('${section}').${call};`;
}

/** Of an event of a life: its declared body has ids beside what it asks, and calls of the section's own kinds have names of their own. */
function eventCall(operation: ApiOperation, body: Readonly<Record<string, unknown>>): string | null {
  if (operation.method !== 'POST' || !Array.isArray(body['ids']) || OF_LISTS.has(actionOf(operation))) return null;
  const asked = own(body, 'ids', 'version');
  return `send(${say(actionOf(operation))}, ${say(body['ids'])}${Object.keys(asked).length > 0 ? `, ${say(asked)}` : ''})`;
}

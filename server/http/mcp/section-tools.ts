import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { MAX_IDS, MAX_PAGE_SIZE, WIRE_OPERATORS } from '#domain/table/resource-query';
import type { MountedEndpoint } from '../../routing/route-table.ts';
import { objectSchema, recordSchema, type JsonSchema } from './field-schema.ts';

/** A call of a section as a program of the Model Context Protocol sees it. */
export interface SectionTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly isReading: boolean;
  readonly destroys: boolean;
  readonly endpoint: MountedEndpoint['endpoint'];
}

interface Shape {
  readonly does: string;
  readonly says: string;
  readonly input: JsonSchema;
  readonly destroys?: boolean;
}

const UNDONE = 'The reply has the number of the change, by which the undo tool of this section takes it back.';
const ids: JsonSchema = { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: MAX_IDS };
const version: JsonSchema = { type: 'integer', description: 'As it was read; refused where somebody saved since' };

function listShape({ name, fields, defaultOrder }: Resource): Shape {
  const names = Object.entries(fields)
    .filter(([, field]) => field.list !== 'never' && field.query === undefined)
    .map(([key, field]) => wireNameOf(key, field));
  const condition = objectSchema(
    { field: { type: 'string', enum: names }, operator: { type: 'string', enum: WIRE_OPERATORS }, val: { type: 'string' } },
    ['field', 'operator', 'val'],
  );
  return {
    does: 'list',
    says: `A page of records of the section ${name}, and how many there are. Ordered by ${defaultOrder.field} unless asked otherwise.`,
    input: objectSchema({
      quickSearch: { type: 'string', description: 'Words to look for' },
      search: { type: 'array', items: condition, description: 'Conditions, all of which hold' },
      order: { type: 'string', description: 'A field and a direction, such as id,desc' },
      page: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE },
    }),
  };
}

function eventShape(resource: Resource, event: string): Shape | null {
  const described = resource.life?.events[event];
  if (!described) return null;
  const asked = recordSchema(resource, new Set(described.asks?.fields ?? []));
  return {
    does: event,
    says: `Sends the event ${event} to records of ${resource.name}: all of them take the step, or none. ${UNDONE}`,
    input: objectSchema({ ids, version, comment: { type: 'string', maxLength: 1000 }, ...asked.properties }, ['ids']),
  };
}

function shapeOf(resource: Resource, method: string, action: string): Shape | null {
  const { name } = resource;
  const record = recordSchema(resource);
  const id: JsonSchema = { type: 'integer' };
  switch (`${method} ${action}`) {
    case 'GET index':
      return listShape(resource);
    case 'GET edit':
      return { does: 'read', says: `One record of ${name}.`, input: objectSchema({ id }, ['id']) };
    case 'GET life':
      return { does: 'life', says: `Where a record of ${name} stands, and what may be done next.`, input: objectSchema({ id }, ['id']) };
    case 'POST add':
      return { does: 'add', says: `Adds a record of ${name}. ${UNDONE}`, input: objectSchema(record.properties, record.required) };
    case 'POST edit':
      return {
        does: 'edit',
        says: `Changes the given fields of a record of ${name}. ${UNDONE}`,
        input: objectSchema({ id, version, ...record.properties }, ['id']),
      };
    case 'DELETE del':
      return { does: 'delete', says: `Deletes records of ${name}. ${UNDONE}`, input: objectSchema({ ids }, ['ids']), destroys: true };
    case 'POST undo':
      return {
        does: 'undo',
        says: `Takes a change of ${name} back, for as long as nobody has touched the records since.`,
        input: objectSchema({ change: { type: 'integer' } }, ['change']),
      };
    default:
      return method === 'POST' ? eventShape(resource, action) : null;
  }
}

/** The call as a tool; null for those that are made for lists and files. */
export function toolOf({ endpoint, section }: MountedEndpoint): SectionTool | null {
  if (!section || endpoint.reply === 'file') return null;
  const shape = shapeOf(section, endpoint.method, endpoint.path.split('/').at(-1) ?? '');
  if (!shape) return null;
  return {
    name: `${section.name}_${shape.does}`,
    description: shape.says,
    inputSchema: shape.input,
    isReading: endpoint.method === 'GET',
    destroys: shape.destroys === true,
    endpoint,
  };
}

import * as fc from 'fast-check';
import { parseResource } from '#api/contract/table/resource-schema';
import { designIssues, type DesignWorld } from '#domain/designer/design-rules';
import { PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Field } from '#domain/fields/field';
import { PLACE_AT_TOP, type Resource } from '#domain/table/resource';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { anyDatabaseKind, testDatabaseKinds, type TestDatabaseKind } from '../database.ts';
import { effort } from '../effort.ts';
import { randomDesigns } from './random-designs.ts';
import { createDesigning, labelled } from '../sections.ts';
import type { TestServer } from '../server.ts';
import { SPECIMEN_JSON } from '../specimens.ts';

const WORLD: DesignWorld = {
  isCoreTable: () => false,
  others: SHIPPED_RESOURCES,
  controllers: new Set(),
  imported: new Set(),
  places: [],
  ownPath: null,
};

/** As somebody would draw it who publishes it: each field with a label. */
function drawn(resource: Resource): Resource {
  const fields = Object.entries(resource.fields).map(([key, field]) => [key, { ...field, label: labelled(key) }] as const);
  return { ...resource, table: resource.table.replace(/^lab_/u, 'x_'), label: labelled(resource.name), fields: Object.fromEntries(fields) };
}

/** Without what would keep records that were made for its kind alone from being taken (bounds, lengths, counts), and without words of options. */
function unbounded(field: Field): Field {
  const {
    min: _min,
    max: _max,
    maxLength: _length,
    maxCount: _count,
    optionLabels: _labels,
    initial,
    ...rest
  } = field as Field & Readonly<Record<string, unknown>>;
  const { shape } = describedKind(field);
  const isText = field.kind === 'string' || field.kind === 'textarea';
  const hasInitial = initial !== undefined && (shape === 'choice' || shape === 'plain');
  return { ...rest, ...(isText && { maxLength: 200 }), ...(hasInitial && { initial }) } as Field;
}

/** A random design whose records obey the laws that all sections obey: it has a title of its own, and no two records share nothing. */
function lawful({ declaration, shape }: SectionDesign, number: number): SectionDesign {
  const name = `law${String.fromCharCode(97 + (number % 26))}${number}`;
  const fields = Object.entries(declaration.fields).map(([key, field]): readonly [string, Field] => {
    if (key === 'title') return [key, { kind: 'string', required: true, maxLength: 60, quickSearch: true }];
    const own = 'of' in field && !/Ids?$/u.test(key) ? `${key}${field.kind === 'remoteSelects' ? 'Ids' : 'Id'}` : key;
    return [own, unbounded(field)];
  });
  // Rights of its own are a folder's: no design has them.
  const { under, icon, sortOrder } = declaration.menu ?? PLACE_AT_TOP;
  const whole = drawn({
    ...declaration,
    menu: { under, icon, sortOrder },
    name,
    controller: `lab.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    table: `x_${name}`,
    fields: Object.fromEntries(fields),
  });
  const design = { declaration: whole, shape: { ...shape, unique: [] } };
  const bad = new Set(designIssues(design, WORLD).map(({ at }) => at.split('.')[1]));
  const kept = Object.fromEntries(Object.entries(whole.fields).filter(([key]) => !bad.has(key)));
  return { ...design, declaration: parseResource(JSON.parse(JSON.stringify({ ...whole, fields: kept }))) };
}

/** The section of all kinds, as it is published. */
const SPECIMEN: SectionDesign = { declaration: drawn(parseResource(JSON.parse(SPECIMEN_JSON))), shape: PLAIN_SHAPE };
const RANDOM = fc.sample(randomDesigns, { numRuns: effort(2, 50), ...effort({ seed: 20_261_123 }, {}) }).map(lawful);

/**
 * Sections that the laws of all sections are tried on as they are published at run time: the one of all kinds, and random ones. In the short
 * form each database has one of the random ones, and the quicker database the one of all kinds.
 */
export const publishedOn = (kind: TestDatabaseKind): readonly SectionDesign[] => [
  ...(effort(kind === anyDatabaseKind, true) ? [SPECIMEN] : []),
  ...RANDOM.filter((_, index) => effort(index === testDatabaseKinds.indexOf(kind), true)),
];

/** Draws, plans and publishes them one after the other, by the calls of the page. */
export async function publishSections(server: TestServer, designs: readonly SectionDesign[]): Promise<void> {
  const { token } = await server.signIn();
  const { publish } = createDesigning((endpoint, input, options) => server.call(endpoint, input, { token, ...options }));
  for (const design of designs) await publish(design);
}

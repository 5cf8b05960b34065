import { NO_BECAME, unfitBecame, type Became } from './became.ts';
import type { SectionDesign } from '../designer/section-design.ts';
import { GRANTED_ASKS, PACKAGE_BOUNDS, tablePrefixOf, type Ask, type ModuleManifest } from './module-manifest.ts';
import type { ModuleParts } from './module-parts.ts';
import { partsFault } from './parts-rules.ts';

interface NamedSection {
  /** Its file's name in the package. */
  readonly name: string;
  readonly design: SectionDesign;
  readonly became?: Became;
}

interface PackageParts {
  readonly manifest: ModuleManifest;
  readonly sections: readonly NamedSection[];
  readonly rows: readonly { readonly name: string; readonly list: readonly unknown[] }[];
  readonly parts: ModuleParts;
}

export interface PackageFault {
  readonly fault: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export type PackageVerdict =
  | (PackageFault & { readonly order?: never })
  | { readonly fault?: never; readonly order: readonly SectionDesign[] };

const fileOf = (folder: string, section: string): string => `${folder}/${section}.json`;

/**
 * What a package claims is held against what it is: all that is its own carries its name, and nothing is used that was not asked for.
 * @returns the sections in the order in which they can be published, or the first fault
 */
export function packageIssue({ manifest, sections, rows, parts }: PackageParts): PackageVerdict {
  const { uid, asks } = manifest;
  for (const [ask, names] of Object.entries(asks) as readonly [Ask, readonly string[]][])
    if (names.length > 0 && !GRANTED_ASKS.has(ask)) return { fault: 'askNotGiven', params: { ask } };
  if (sections.length === 0) return { fault: 'noSections', params: {} };
  if (sections.length > PACKAGE_BOUNDS.sections) return { fault: 'manySections', params: { max: PACKAGE_BOUNDS.sections } };
  for (const { name, design, became = NO_BECAME } of sections) {
    const fault = sectionFault(uid, name, design);
    if (fault) return fault;
    const unfit = unfitBecame(design, became);
    if (unfit) return { fault: 'becameOption', params: { name, ...unfit } };
  }
  const own = new Map(sections.map(({ design }) => [design.declaration.name, design]));
  for (const { name, design } of sections)
    for (const of of namedBy(design))
      if (!own.has(of) && !asks.reads.includes(of)) return { fault: 'unasked', params: { name, section: of } };
  for (const { name } of rows) if (!own.has(name.replace(/^.*\/|\.json$/gu, ''))) return { fault: 'rowsOfNone', params: { name } };
  if (rows.reduce((sum, { list }) => sum + list.length, 0) > PACKAGE_BOUNDS.rows)
    return { fault: 'manyRows', params: { max: PACKAGE_BOUNDS.rows } };
  const declared = new Map([...own].map(([name, { declaration }]) => [name, declaration]));
  return partsFault({ manifest, parts, sections: declared }) ?? inOrder(own);
}

function sectionFault(uid: string, file: string, { declaration, takesTable }: SectionDesign): PackageFault | null {
  const { name, controller, table, menu } = declaration;
  if (file !== fileOf('sections', name)) return { fault: 'sectionFile', params: { name: file, section: name } };
  if (!table.startsWith(tablePrefixOf(uid)) || !/^[a-z][a-z0-9_]{1,40}$/u.test(table))
    return { fault: 'foreignTable', params: { table, prefix: tablePrefixOf(uid) } };
  if (!controller.startsWith(`${uid}.`)) return { fault: 'foreignController', params: { controller, prefix: `${uid}.` } };
  if (!name.startsWith(uid)) return { fault: 'foreignName', params: { name, prefix: uid } };
  if (menu?.under !== uid) return { fault: 'foreignMenu', params: { name, uid } };
  if (takesTable) return { fault: 'takesTable', params: { table } };
  return null;
}

/** Sections that fields of this one name, without itself. */
const namedBy = ({ declaration: { name, fields } }: SectionDesign): readonly string[] => [
  ...new Set(Object.values(fields).flatMap((field) => ('of' in field && field.of !== name ? [field.of] : []))),
];

function inOrder(own: ReadonlyMap<string, SectionDesign>): PackageVerdict {
  const done = new Set<string>();
  const order: SectionDesign[] = [];
  const visit = (name: string, path: readonly string[]): readonly string[] | null => {
    const design = own.get(name);
    if (!design || done.has(name)) return null;
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    for (const of of namedBy(design)) {
      const circle = visit(of, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    order.push(design);
    return null;
  };
  for (const name of own.keys()) {
    const circle = visit(name, []);
    if (circle) return { fault: 'circle', params: { path: circle.join(' → ') } };
  }
  return { order };
}

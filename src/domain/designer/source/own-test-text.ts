import { initialValueOf, isInForm, type Field } from '../../fields/field.ts';
import { checkField, checkFields, maxCountOf, maxLengthOf } from '../../fields/field-rules.ts';
import { describedKind } from '../../fields/kinds/registry.ts';
import type { Issues } from '../../base/issue.ts';
import type { Resource } from '../../table/resource.ts';
import { exportNameOf } from './declaration-text.ts';
import { entryText, importText, type Literal } from './literal.ts';

/** More is a sample that nobody wants to read about. */
const MOST = 10_000;

interface Sample {
  readonly value: Literal;
  /** Where code says it in fewer letters. */
  readonly code?: string;
}

const tooLong = (length: number): Sample => ({ value: 'x'.repeat(length), code: `'x'.repeat(${length})` });
const tooMany = (length: number): Sample => ({
  value: Array.from({ length }, () => 'x'),
  code: `Array.from({ length: ${length} }, () => 'x')`,
});

/** A value that the field could take for one of its own. */
function sampleOf(field: Field): Sample | null {
  const { storage, range, unit = 1 } = describedKind(field);
  if ('options' in field) {
    const none = `not ${field.options.join(', ')}`.slice(0, 40);
    return { value: storage === 'list' ? [none] : none };
  }
  if ('min' in field && field.min !== undefined) return { value: field.min - unit };
  if ('max' in field && field.max !== undefined) return { value: field.max + unit };
  if (range !== undefined) return { value: range[1] + 1 };
  if (storage === 'text') return maxLengthOf(field) < MOST ? tooLong(maxLengthOf(field) + 1) : null;
  return storage === 'list' && maxCountOf(field) < MOST ? tooMany(maxCountOf(field) + 1) : null;
}

const samplesOf = ({ fields }: Resource): Readonly<Record<string, Sample>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]): [string, Sample][] => {
      const sample = isInForm(field) ? sampleOf(field) : null;
      return sample && checkField(field, sample.value) ? [[key, sample]] : [];
    }),
  );

const objectText = (lines: readonly string[]): string => (lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n  }`);
const issuesText = (issues: Issues): string =>
  objectText(Object.entries(issues).map(([key, issue]) => `    ${entryText(key, issue as unknown as Literal, '    ')},`));

/**
 * The text of `<name>.test.ts`: what the form of the section asks for and refuses, said in full, so that nobody changes it without knowing.
 */
export function ownTestText(resource: Resource, folder: string): string {
  const { fields } = resource;
  const name = exportNameOf(resource);
  const blank = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, initialValueOf(field)]));
  const samples = samplesOf(resource);
  const values = Object.fromEntries(Object.entries(samples).map(([key, { value }]) => [key, value]));
  const sampleLines = Object.entries(samples).map(([key, { value, code }]) =>
    code === undefined ? `    ${entryText(key, value, '    ')},` : `    ${key}: ${code},`,
  );
  const refuses = [
    '',
    "it('refuses what does not fit', () => {",
    `  const values = ${objectText(sampleLines)};`,
    `  expect(checkFields(${name}.fields, values, false)).toEqual(${issuesText(checkFields(fields, values, false))});`,
    '});',
  ];
  return [
    importText('expect, it', 'vitest'),
    importText('initialValueOf', '#domain/fields/field'),
    importText('checkFields', '#domain/fields/field-rules'),
    importText(name, `./${folder}.resource.ts`),
    '',
    "it('asks a new record for what it cannot be without', () => {",
    `  const blank = Object.fromEntries(Object.entries(${name}.fields).map(([key, field]) => [key, initialValueOf(field)]));`,
    `  expect(checkFields(${name}.fields, blank, true)).toEqual(${issuesText(checkFields(fields, blank, true))});`,
    '});',
    ...(sampleLines.length > 0 ? refuses : []),
    '',
  ].join('\n');
}

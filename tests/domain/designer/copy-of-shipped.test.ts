import { describe, expect, it } from 'vitest';
import { parseDesign } from '#api/contract/designer/design-schema';
import { designIssues } from '#domain/designer/design-rules';
import { sectionNames } from '#domain/designer/section-names';
import { copyOfShipped } from '#domain/designer/source/copy-of-shipped';
import { withWords } from '#domain/designer/source/section-words';
import { folderNameOf } from '#domain/table/section-folder';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { shippedWords } from '#tests/support/designs/printed-source.ts';

const world = {
  isCoreTable: (name: string) => !name.startsWith('x_'),
  others: SHIPPED_RESOURCES,
  controllers: new Set<string>(),
  imported: new Set<string>(),
  places: [],
  ownPath: null,
};
/** Names that the program's own sections may have and no designed one: the desk says so, and somebody calls them otherwise. */
const TO_BE_CALLED_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  chatModel: ['fields.memberGroups designer.issues.relationName'],
  chatWord: ['fields.place designer.issues.column'],
};
const copied = (name: string) => {
  const resource = SHIPPED_RESOURCES.find((one) => one.name === name)!;
  return copyOfShipped(withWords(resource, shippedWords(folderNameOf(name))), sectionNames(`${name}2`));
};

describe.each(SHIPPED_RESOURCES.map((resource) => ({ resource, name: resource.name })))('a copy of $name', ({ resource, name }) => {
  const { design, left } = copied(name);

  it('is a design that can be published, but for names that only the program has', () => {
    const issues = designIssues(parseDesign(JSON.parse(JSON.stringify(design))), world);
    expect(issues.map(({ at, key }) => `${at} ${key}`)).toEqual(TO_BE_CALLED_OTHERWISE[name] ?? []);
  });

  it('has every field of it, or says why not', () => {
    const { fields } = design.declaration;
    const said = new Set(left.map(({ of }) => of));
    expect(Object.keys(resource.fields).filter((key) => !fields[key] && !said.has(key))).toEqual([]);
  });
});

it('a copy of a shipped section goes without a life, rules in code and limits, and says so', () => {
  expect(copied('goods').left).toEqual([
    { of: 'status', reason: 'life' },
    { of: 'goods', reason: 'check' },
  ]);
  expect(copied('goods').design.declaration.fields['status']).toMatchObject({ kind: 'select', options: ['draft', 'on', 'off'] });
  expect(copied('admin').left.map(({ reason }) => reason)).toContain('secret');
});

it('a copy of a shipped section names itself where the other one named itself', () => {
  const { fields } = copied('goodsCategory').design.declaration;
  expect(Object.values(fields).some((field) => 'of' in field && field.of === 'goodsCategory')).toBe(false);
});

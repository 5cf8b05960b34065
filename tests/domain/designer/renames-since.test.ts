import { describe, expect, it } from 'vitest';
import { NO_RENAMES, type Renames, type SectionDesign } from '#domain/designer/section-design';
import { renamesSince } from '#domain/designer/source/renames-since';
import { ticketDesign } from '#tests/support/sections.ts';

/** A section with a choice called so, with these options. */
function designOf(column: string, options: readonly string[]): SectionDesign {
  const { declaration, ...rest } = ticketDesign();
  return { ...rest, declaration: { ...declaration, fields: { id: { kind: 'id' }, [column]: { kind: 'select', options } } } };
}
const columns = (names: Renames['columns']): Renames => ({ columns: names, options: {} });
const options = (column: string, names: Readonly<Record<string, string>>): Renames => ({ columns: {}, options: { [column]: names } });
const size = designOf('size', ['s', 'm']);

describe('what was done to names since a folder was written', () => {
  it.each([
    ['written already', { volume: columns({ size: 'volume' }), now: ['volume', columns({ size: 'volume' })] }, {}],
    [
      'renamed again before the start',
      { volume: columns({ size: 'volume' }), now: ['space', columns({ size: 'space' })] },
      { volume: 'space' },
    ],
    ['called as before again', { volume: columns({ size: 'volume' }), now: ['size', NO_RENAMES] }, { volume: 'size' }],
    [
      'renamed behind the start',
      { volume: columns({ size: 'volume' }), now: ['space', columns({ volume: 'space' })] },
      { volume: 'space' },
    ],
    ['of a folder that does not tell what was done before', { volume: NO_RENAMES, now: ['volume', columns({ size: 'volume' })] }, {}],
  ] as const)('of a column that was %s', (_, { volume, now: [name, renames] }, expected) => {
    const written = { design: designOf('volume', ['s', 'm']), renames: volume };
    const drawn = { design: designOf(name, ['s', 'm']), renames };
    expect(renamesSince(written, drawn, size.declaration.fields)).toEqual({ columns: expected, options: {} });
  });

  it('takes a field that is new, and called as one was before, for a new one', () => {
    const written = { design: designOf('volume', ['s']), renames: columns({ size: 'volume' }) };
    const running = written.design.declaration.fields;
    expect(renamesSince(written, { design: size, renames: NO_RENAMES }, running)).toEqual(NO_RENAMES);
  });

  it.each([
    ['written already', { s: 'small' }, {}],
    ['renamed again', { s: 'tiny' }, { size: { small: 'tiny' } }],
    ['renamed beside one that was written', { s: 'small', m: 'middle' }, { size: { m: 'middle' } }],
  ])('of options that were %s', (_, names, expected) => {
    const written = { design: designOf('size', ['small', 'm']), renames: options('size', { s: 'small' }) };
    const drawn = { design: designOf('size', Object.values(names)), renames: options('size', names) };
    expect(renamesSince(written, drawn, size.declaration.fields)).toEqual({ columns: {}, options: expected });
  });
});

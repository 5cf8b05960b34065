import { alter } from '../alter-column.ts';
import type { ColumnShape } from '../column-shape.ts';
import { safeStep, type Step } from '../plan-step.ts';
import { ident } from '../sql-names.ts';
import { emptyColumnValue } from '../value-change.ts';
import { foundTypeOf } from './found-standing.ts';
import type { StandingColumn } from './standing-table.ts';

/** How values that stand become those of a field without being lost. */
interface Adoption {
  /** The value as the column is to hold it; null where it is that already. */
  readonly using: string | null;
  /** What leads back. */
  readonly back: string;
  /** Rows whose value the column cannot hold. */
  readonly stops?: string;
  /** Rows whose value reads otherwise afterwards, such as a moment without its parts of a second. */
  readonly converts?: string;
}

/** Beyond, six digits behind the point have no room. */
const DECIMAL_END = '100000000000000';
const LAST_SECOND = 253_402_300_799;

/** What a column of this type can be over; undefined where its values would have to be understood. */
function adoptionOf({ name, type, options }: StandingColumn, wanted: ColumnShape): Adoption | undefined {
  const column = ident(name);
  const found = foundTypeOf({ type, options });
  const cast = (to: string): string => `${column}::${to}`;
  const isWhole = /^(?:smallint|integer|bigint)$/u.test(type);
  switch (wanted.storage) {
    case 'integer':
    case 'record':
    case 'parent':
      return isWhole ? { using: type === 'bigint' ? null : cast('bigint'), back: cast(type) } : undefined;
    case 'seconds':
      if (isWhole) return { using: type === 'bigint' ? null : cast('bigint'), back: cast(type) };
      return found === 'datetime' || found === 'timestamp' ? momentAdoption(column, type) : undefined;
    case 'decimal': {
      if (type === wanted.type) return { using: null, back: column };
      if (isWhole)
        return {
          using: cast(wanted.type),
          back: cast(type),
          ...(type === 'bigint' && { stops: `abs(${column}::numeric) >= ${DECIMAL_END}` }),
        };
      if (found !== 'decimal' && found !== 'float' && found !== 'double') return undefined;
      const isEndless = `${column}::text in ('NaN', 'Infinity', '-Infinity')`;
      const number = cast('numeric');
      return {
        using: cast(wanted.type),
        back: cast(type),
        stops: `case when ${isEndless} then true else abs(${number}) >= ${DECIMAL_END} end`,
        converts: `case when ${isEndless} then false else ${number} <> round(${number}, 6) end`,
      };
    }
    case 'text': {
      if (found !== 'varchar' && found !== 'char' && found !== 'text' && found !== 'enum') return undefined;
      const length = /\((\d+)\)/u.exec(wanted.type)?.[1];
      const isSame = type === wanted.type;
      return {
        using: isSame ? null : cast('text'),
        // A type that somebody has made is named as the database writes it.
        back: `${column}::${type}`,
        ...(length !== undefined && !isSame && { stops: `char_length(${column}::text) > ${length}` }),
      };
    }
    case 'switch':
      if (type === 'boolean') return { using: `case ${column} when true then '1' when false then '0' end`, back: `(${column} = '1')` };
      if (isWhole) return { using: cast('text'), back: cast(type), stops: `${column} not in (0, 1)` };
      return found === 'varchar' || found === 'char'
        ? { using: type === wanted.type ? null : cast('text'), back: cast(type), stops: `${column} not in ('0', '1')` }
        : undefined;
    case 'date':
      return found === 'date' ? { using: null, back: column } : undefined;
    case 'timeOfDay':
      return found === 'time' ? { using: type === wanted.type ? null : cast(wanted.type), back: cast(type) } : undefined;
    case 'list':
    case 'pairs':
    case 'ids':
      return type === wanted.type
        ? { using: null, back: column, ...(wanted.storage !== 'ids' && { stops: `jsonb_typeof(${column}) <> 'array'` }) }
        : undefined;
    case 'cents':
      return type === 'bigint' ? { using: null, back: column } : undefined;
    default:
      return wanted.storage satisfies never;
  }
}

/** A moment without a zone is taken for one of Greenwich, as everything that the program stores. */
function momentAdoption(column: string, type: string): Adoption {
  const zone = /with time zone/u.test(type) ? '' : ` at time zone 'UTC'`;
  const seconds = `extract(epoch from ${column}${zone})`;
  return {
    using: `floor(${seconds})::bigint`,
    back: `(to_timestamp(${column})${zone})::${type}`,
    stops: `case when ${column} is null then false when isfinite(${column}) then floor(${seconds}) not between 0 and ${LAST_SECOND} else true end`,
    converts: `case when isfinite(${column}) then ${seconds} <> floor(${seconds}) else false end`,
  };
}

export const canAdopt = (column: StandingColumn, wanted: ColumnShape): boolean => adoptionOf(column, wanted) !== undefined;

const given = (...conditions: readonly (string | undefined)[]): string | undefined => {
  const said = conditions.filter((one) => one !== undefined);
  return said.length === 0 ? undefined : said.map((one) => `(${one})`).join(' or ');
};

/**
 * The step that makes a column what a field wants, with its values in it. What stands for no value becomes the empty one of its kind, where
 * the kind has one; nothing where the column is that already.
 */
export function adoptStep(table: string, column: StandingColumn, wanted: ColumnShape): Step | null {
  const adoption = adoptionOf(column, wanted);
  if (!adoption) return null;
  const { using, back, stops, converts } = adoption;
  const name = ident(column.name);
  const isFilled = column.isNullable && !wanted.isNullable && wanted.default !== null;
  // A default that the field does not name is left to others who write.
  const isOtherDefault =
    wanted.default !== null && column.default !== wanted.default && column.default?.startsWith(`${wanted.default}::`) !== true;
  if (using === null && !isFilled && !isOtherDefault && stops === undefined) return null;
  const defaultBack = column.default === null ? [] : [alter(table, column.name, `set default ${column.default}`)];
  const isNone = isFilled ? `${name} is null` : undefined;
  return {
    ...safeStep({
      id: `adopt:${column.name}`,
      kind: 'adopt',
      subject: column.name,
      detail: wanted.type,
      sql: [
        // A default would have to be of both types.
        ...(column.default === null || (using === null && !isOtherDefault) ? [] : [alter(table, column.name, 'drop default')]),
        ...(using === null ? [] : [alter(table, column.name, `type ${wanted.type} using ${using}`)]),
        ...(wanted.default === null ? [] : [alter(table, column.name, `set default ${wanted.default}`)]),
        ...(isFilled
          ? [
              `update ${ident(table)} set ${name} = ${emptyColumnValue(wanted) ?? wanted.default} where ${name} is null`,
              alter(table, column.name, 'set not null'),
            ]
          : []),
      ],
      inverse: [
        ...(isFilled ? [alter(table, column.name, 'drop not null')] : []),
        ...(wanted.default === null ? [] : [alter(table, column.name, 'drop default')]),
        ...(using === null ? [] : [alter(table, column.name, `type ${column.type} using ${back}`)]),
        ...defaultBack,
      ],
    }),
    ...((stops !== undefined || converts !== undefined || isNone !== undefined) && {
      concerns: stops ?? 'false',
      ...(stops !== undefined && { stops }),
      ...(given(converts, isNone) !== undefined && { converts: given(converts, isNone) as string }),
      class: converts === undefined ? (stops === undefined ? ('safe' as const) : ('mayRefuse' as const)) : ('mayLose' as const),
    }),
  };
}

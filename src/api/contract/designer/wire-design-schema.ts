import * as z from 'zod/mini';

/**
 * A design in the words of clients of the family, as it is sent and as it is kept: what is unknown is left out, what is missing gets the value
 * that says nothing. Source: wire protocol §5.18.
 */

/** What is said of one column, or of one input: more than any client knows. */
const ATTRIBUTES = 100;

export const boundedText = (length: number) => z._default(z.nullish(z.string().check(z.maxLength(length))), '');
const name = z.string().check(z.minLength(1), z.maxLength(63));
const names = z._default(z.array(z.string().check(z.maxLength(63))).check(z.maxLength(100)), []);
export const numberOrText = z._default(
  z.nullish(
    z.union([
      z.number(),
      z.pipe(
        z.string().check(z.maxLength(10)),
        z.transform((value) => Number(value) || 0),
      ),
    ]),
  ),
  0,
);
const flag = z._default(
  z.nullish(
    z.pipe(
      z.union([z.boolean(), z.number(), z.string().check(z.maxLength(10))]),
      z.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
    ),
  ),
  false,
);

const value = z.union([
  z.string().check(z.maxLength(500)),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().check(z.maxLength(500))).check(z.maxLength(100)),
]);
/** What is said of a column and an input, flattened; clients send more than is known here. */
const attributes = z._default(
  z.nullish(
    z.pipe(
      // An empty map comes as a list.
      z.union([
        z
          .record(z.string().check(z.maxLength(63)), value)
          .check(z.refine((all) => Object.keys(all).length <= ATTRIBUTES, { error: `At most ${ATTRIBUTES} attributes` })),
        z.pipe(
          z.array(z.unknown()).check(z.maxLength(0)),
          z.transform(() => ({})),
        ),
      ]),
      z.transform((all) => all as Record<string, unknown>),
    ),
  ),
  {},
);

const tableDesign = z.object({
  name,
  comment: boundedText(200),
  quickSearchField: names,
  defaultSortField: boundedText(63),
  defaultSortType: z._default(z.nullish(z.enum(['asc', 'desc'])), 'desc'),
  formFields: names,
  columnFields: names,
  generateRelativePath: boundedText(200),
  isCommonModel: numberOrText,
  modelFile: boundedText(200),
  controllerFile: boundedText(200),
  validateFile: boundedText(200),
  webViewsDir: boundedText(200),
  databaseConnection: boundedText(100),
  designChange: z._default(
    z.nullish(
      z
        .array(
          z.object({
            type: z.enum(['change-field-name', 'del-field', 'add-field', 'change-field-attr', 'change-field-order']),
            index: z.optional(z.number()),
            oldName: boundedText(63),
            newName: boundedText(63),
            sync: z.optional(z.boolean()),
            after: z.optional(z.string().check(z.maxLength(63))),
          }),
        )
        .check(z.maxLength(500)),
    ),
    [],
  ),
  rebuild: z._default(z.nullish(z.enum(['Yes', 'No'])), 'No'),
});

const fieldDesign = z.object({
  title: boundedText(200),
  name,
  type: boundedText(63),
  dataType: z.optional(z.nullable(z.string().check(z.maxLength(8000)))),
  length: numberOrText,
  precision: numberOrText,
  default: z.optional(z.nullable(z.union([z.string().check(z.maxLength(1000)), z.number()]))),
  defaultType: z.optional(z.nullable(z.enum(['INPUT', 'EMPTY STRING', 'NULL', 'NONE']))),
  null: flag,
  primaryKey: flag,
  unsigned: flag,
  autoIncrement: flag,
  /** With a dictionary of up to 200 options. */
  comment: boundedText(8000),
  designType: z.string().check(z.maxLength(63)),
  table: attributes,
  form: attributes,
});

export const wireDesign = z.object({ table: tableDesign, fields: z.array(fieldDesign).check(z.minLength(1), z.maxLength(100)) });

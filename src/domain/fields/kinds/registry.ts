import type { KindDescription } from './base/kind.ts';
import { account } from './account.ts';
import { array } from './array.ts';
import { checkbox } from './checkbox.ts';
import { citySelect } from './city-select.ts';
import { color } from './color.ts';
import { createTime } from './create-time.ts';
import { date } from './date.ts';
import { dateTime } from './date-time.ts';
import { email } from './email.ts';
import { file } from './file.ts';
import { files } from './files.ts';
import { float } from './float.ts';
import { iconSelect } from './icon-select.ts';
import { id } from './id.ts';
import { idNumber } from './id-number.ts';
import { image } from './image.ts';
import { images } from './images.ts';
import { integer } from './integer.ts';
import { localDateTime } from './local-date-time.ts';
import { mobile } from './mobile.ts';
import { money } from './money.ts';
import { number } from './number.ts';
import { parent } from './parent.ts';
import { password } from './password.ts';
import { radio } from './radio.ts';
import { remoteSelect } from './remote-select.ts';
import { remoteSelects } from './remote-selects.ts';
import { richText } from './rich-text.ts';
import { ruleTree } from './rule-tree.ts';
import { select } from './select.ts';
import { string } from './string.ts';
import { secret } from './secret.ts';
import { switchKind } from './switch.ts';
import { tags } from './tags.ts';
import { textarea } from './textarea.ts';
import { time } from './time.ts';
import { updateTime } from './update-time.ts';
import { variableName } from './variable-name.ts';
import { version } from './version.ts';
import { sortOrder } from './sort-order.ts';
import { year } from './year.ts';

type Kinds = Readonly<Record<string, KindDescription>>;

/** The 28 form kinds of specification §5, in its order. */
export const SPECIFIED = {
  mobile,
  idNumber,
  account,
  password,
  variableName,
  email,
  date,
  number,
  float,
  integer,
  time,
  file,
  array,
  switch: switchKind,
  year,
  image,
  select,
  string,
  radio,
  checkbox,
  richText,
  images,
  textarea,
  dateTime,
  remoteSelect,
  citySelect,
  iconSelect,
  color,
} as const satisfies Kinds;

/** What forms have besides. */
export const ADDED = {
  money,
  tags,
  files,
  localDateTime,
  parent,
  remoteSelects,
  ruleTree,
  secret,
} as const satisfies Kinds;

/** What the server alone writes, and no form has. */
export const SERVER_OWNED = {
  id,
  sortOrder,
  version,
  createTime,
  updateTime,
} as const satisfies Kinds;

/** A new kind is a file beside this one, its line above, and a line each among the inputs and the cells of the ui. */
export const KINDS = { ...SPECIFIED, ...ADDED, ...SERVER_OWNED } as const;

export type FieldKind = keyof typeof KINDS;
/** Every kind that a form can have. */
export type FormKind = keyof typeof SPECIFIED | keyof typeof ADDED;

/** All that the kind of a field says. */
export const describedKind = ({ kind }: { readonly kind: FieldKind }): KindDescription => KINDS[kind];

import type { FieldKind } from '#domain/fields/kinds/registry';
import { areasCell } from './areas-cell.tsx';
import type { CellRender } from './cell.ts';
import { colorCell } from './color-cell.tsx';
import { fileCell, filesCell } from './file-cell.tsx';
import { iconCell } from './icon-cell.tsx';
import { imageCell } from './image-cell.tsx';
import { linkCell } from './link-cell.tsx';
import { moneyCell, numberCell, plainNumberCell } from './number-cell.tsx';
import { pairsCell } from './pairs-cell.tsx';
import { relationCell } from './relation-cell.tsx';
import { relationsCell } from './relations-cell.tsx';
import { richTextCell } from './rich-text-cell.tsx';
import { switchCell } from './switch-cell.tsx';
import { rightsCell, tagCell, tagsCell } from './tag-cell.tsx';
import { textCell } from './text-cell.tsx';
import { timeCell } from './time-cell.tsx';

/** The look of every kind in a list. A kind without a cell does not compile. */
export const CELLS: Readonly<Record<FieldKind, CellRender>> = {
  mobile: textCell,
  idNumber: textCell,
  account: textCell,
  password: () => null,
  secret: () => null,
  variableName: textCell,
  email: textCell,
  date: textCell,
  number: numberCell,
  float: numberCell,
  integer: numberCell,
  time: textCell,
  file: fileCell,
  array: pairsCell,
  switch: switchCell,
  year: plainNumberCell,
  image: imageCell,
  select: tagCell,
  string: linkCell,
  radio: tagCell,
  checkbox: tagsCell,
  richText: richTextCell,
  images: imageCell,
  textarea: textCell,
  dateTime: timeCell,
  remoteSelect: relationCell,
  citySelect: areasCell,
  iconSelect: iconCell,
  color: colorCell,
  money: moneyCell,
  tags: tagsCell,
  files: filesCell,
  localDateTime: textCell,
  parent: plainNumberCell,
  remoteSelects: relationsCell,
  ruleTree: rightsCell,
  id: plainNumberCell,
  sortOrder: plainNumberCell,
  version: plainNumberCell,
  createTime: timeCell,
  updateTime: timeCell,
};

const RIGHT_ALIGNED: ReadonlySet<FieldKind> = new Set(['number', 'float', 'integer', 'money', 'sortOrder', 'version']);

/** Amounts stand on the right so that their digits line up. */
export const isRightAligned = (kind: FieldKind): boolean => RIGHT_ALIGNED.has(kind);

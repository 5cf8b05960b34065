import type { FormKind } from '#domain/fields/kinds/registry';
import { ArrayField } from './ArrayField.tsx';
import { CheckboxField } from './CheckboxField.tsx';
import { CitySelectField } from './choice/CitySelectField.tsx';
import { ColorField } from './ColorField.tsx';
import { DateTimeField, DayField, LocalDateTimeField, TimeField } from './DateTimeField.tsx';
import type { FieldInput } from './base/field-input.ts';
import { FileField } from './files/FileField.tsx';
import { FilesField } from './files/FilesField.tsx';
import { IconSelectField } from './icon/IconSelectField.tsx';
import { ImageField } from './files/ImageField.tsx';
import { ImagesField } from './files/ImagesField.tsx';
import { MoneyField } from './MoneyField.tsx';
import { NumberField } from './NumberField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { RadioField } from './choice/RadioField.tsx';
import { RemoteManyField } from './choice/RemoteManyField.tsx';
import { RemoteSelectField } from './choice/RemoteSelectField.tsx';
import { RichTextField } from './RichTextField.tsx';
import { RuleTreeField } from './choice/RuleTreeField.tsx';
import { SelectField } from './choice/SelectField.tsx';
import { SwitchField } from './SwitchField.tsx';
import { TagsField } from './TagsField.tsx';
import { TextareaField } from './TextareaField.tsx';
import { TextField } from './TextField.tsx';

/** The input of every kind. A kind without one does not compile. */
export const FIELD_INPUTS: Readonly<Record<FormKind, FieldInput>> = {
  mobile: TextField,
  idNumber: TextField,
  account: TextField,
  password: PasswordField,
  variableName: TextField,
  email: TextField,
  date: DayField,
  number: NumberField,
  float: NumberField,
  integer: NumberField,
  time: TimeField,
  file: FileField,
  array: ArrayField,
  switch: SwitchField,
  year: NumberField,
  image: ImageField,
  select: SelectField,
  string: TextField,
  radio: RadioField,
  checkbox: CheckboxField,
  richText: RichTextField,
  images: ImagesField,
  textarea: TextareaField,
  dateTime: DateTimeField,
  remoteSelect: RemoteSelectField,
  citySelect: CitySelectField,
  iconSelect: IconSelectField,
  color: ColorField,
  money: MoneyField,
  tags: TagsField,
  files: FilesField,
  localDateTime: LocalDateTimeField,
  parent: RemoteSelectField,
  remoteSelects: RemoteManyField,
  ruleTree: RuleTreeField,
  secret: PasswordField,
};

const WIDE: ReadonlySet<string> = new Set<FormKind>([
  'textarea',
  'richText',
  'file',
  'image',
  'images',
  'files',
  'array',
  'tags',
  'checkbox',
  'ruleTree',
]);

/** Fields that need the form's whole width. */
export const isWideField = (kind: string): boolean => WIDE.has(kind);

export const isFormKind = (kind: string): kind is FormKind => Object.hasOwn(FIELD_INPUTS, kind);

import { Input } from '@mantine/core';
import { tagCell } from '../cells/tag-cell.tsx';
import type { FieldInputProps } from '../fields/base/field-input.ts';
import { fieldLabel } from '../resource-texts.ts';

/** The state of a record whose life leads it on: seen here, and changed by what stands beside the button that saves. */
export const StateBadge = ({ of: { resource, key, field }, value, error }: FieldInputProps) => (
  <Input.Wrapper label={fieldLabel(resource, key)} error={error} labelElement="div">
    <div>{tagCell({ resource, fieldKey: key, field, record: { [key]: value }, title: '', mayEdit: false, cdnUrl: '' })}</div>
  </Input.Wrapper>
);

import { useSelector } from '@xstate/react';
import { isMeant, type AnyRecord, type Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import {
  selectFieldIssue,
  selectFormValue,
  selectIsNewRecord,
  selectServerText,
  type RecordFormRef,
} from '#machines/table/record-form.machine';
import type { RecordFormEvent } from '#machines/table/record-save';
import { text } from '../../base/i18n.ts';
import type { FieldInput } from '../fields/base/field-input.ts';
import { FIELD_INPUTS, isFormKind, isWideField } from '../fields/registry.ts';
import { afterPress } from '../after-press.ts';
import classes from './form.module.css';

/** Kinds that are chosen or uploaded rather than typed. */
const FILES: ReadonlySet<string> = new Set(['file', 'files', 'image', 'images']);

interface FormFieldProps {
  readonly form: RecordFormRef;
  readonly resource: Resource;
  readonly fieldKey: string;
  readonly field: Field;
  /** In the place of the one of the field's kind. */
  readonly Input?: FieldInput | undefined;
  /** What it is was settled before the form was opened: it is shown, and not changed. */
  readonly isFixed?: boolean;
}

const selectRecord = (snapshot: ReturnType<RecordFormRef['getSnapshot']>): AnyRecord => snapshot.context.loaded;

/** One field of the form. It listens to its own value and its own issue, so that typing draws one input. */
export function FormField({ form, resource, fieldKey, field, Input: Own, isFixed = false }: FormFieldProps) {
  const value = useSelector(form, selectFormValue(fieldKey));
  const issue = useSelector(form, selectFieldIssue(fieldKey));
  const serverText = useSelector(form, selectServerText(fieldKey));
  const record = useSelector(form, selectRecord);
  const isNew = useSelector(form, selectIsNewRecord);
  const isShown = useSelector(form, ({ context }) => isMeant(field, context.values));
  if (!isShown || !isFormKind(field.kind)) return null;
  // An input that is taken away while it has the focus is left as well, and an upload may end late; the form may be over by then.
  const send = (event: RecordFormEvent) => {
    if (form.getSnapshot().status === 'active') form.send(event);
  };
  const Input = Own ?? FIELD_INPUTS[field.kind];
  return (
    <div className={isWideField(field.kind) ? classes.wide : undefined} data-files={FILES.has(field.kind) || undefined}>
      <Input
        of={{ resource, key: fieldKey, field, isNew }}
        value={value}
        record={record}
        error={issue ? text(issue.key, issue.params) : serverText}
        readOnly={isFixed}
        currentValue={() => selectFormValue(fieldKey)(form.getSnapshot())}
        onChange={(next) => send({ type: 'form.fieldChanged', field: fieldKey, value: next })}
        onHold={(held) =>
          send(held ? { type: 'form.fieldHeld', field: fieldKey, issue: held } : { type: 'form.fieldFreed', field: fieldKey })
        }
        onLeave={() => afterPress(() => send({ type: 'form.fieldLeft', field: fieldKey }))}
      />
    </div>
  );
}

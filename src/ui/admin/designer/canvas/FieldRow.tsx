import { ActionIcon } from '@mantine/core';
import { IconAlertCircle, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { wireNameOf, type Field } from '#domain/fields/field';
import { selectField, selectIssueAt, selectShape } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useDesigning } from '../base/designer-context.ts';
import { kindText } from '../base/kind-text.ts';
import { titleIn } from '../base/section-title.ts';
import { carryByKeyboard, carryByPointer } from './carry.ts';
import classes from './desk.module.css';

const SIGNS = ['required', 'unique', 'quickSearch', 'search', 'when'] as const;

interface FieldRowProps {
  readonly fieldKey: string;
  /** Where what is carried would be put, or that this is what is carried. */
  readonly mark: 'before' | 'after' | 'carried' | undefined;
}

/** One field: taken by its handle, chosen by its name. */
export const FieldRow = memo(function FieldRow({ fieldKey, mark }: FieldRowProps) {
  const { designer, palette } = useDesigning();
  const field = useSelector(designer, selectField(fieldKey));
  const isChosen = useSelector(designer, ({ context }) => context.chosen === fieldKey);
  const issue = useSelector(designer, selectIssueAt(`fields.${fieldKey}`));
  const isUnique = useSelector(designer, (snapshot) =>
    selectShape(snapshot).unique.some((keys) => keys.length === 1 && keys[0] === fieldKey),
  );
  if (!field) return null;
  const title = titleIn(field.label, fieldKey);
  const carrying = { designer, palette, carried: { key: fieldKey } };
  const signs = SIGNS.filter((sign) => (sign === 'unique' ? isUnique : field[sign] !== undefined && field[sign] !== false));
  return (
    <li className={classes.field} data-field={fieldKey} data-chosen={isChosen} data-mark={mark} data-wrong={issue !== ''}>
      <button
        type="button"
        className={classes.handle}
        data-name={title}
        aria-label={t('designer.desk.move', { name: title })}
        aria-describedby="palette-keys"
        onPointerDown={(event) => carryByPointer(event, carrying)}
        onKeyDown={(event) => carryByKeyboard(event, carrying)}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.choose}
        aria-pressed={isChosen}
        onClick={() => designer.send({ type: 'field.chosen', key: fieldKey })}
      >
        <span className={classes.fieldTitle}>{title}</span>
        <code className={classes.column}>{wireNameOf(fieldKey, field)}</code>
        <span className={classes.signs}>
          {signs.map((sign) => (
            <span key={sign} className={classes.sign}>
              {t(`designer.sign.${sign}`)}
            </span>
          ))}
        </span>
        <KindText field={field} />
        {issue !== '' && (
          <span className={classes.fieldIssue}>
            <IconAlertCircle size={14} aria-hidden /> {issue}
          </span>
        )}
      </button>
      {fieldKey !== 'id' && (
        <ActionIcon
          className={classes.remove}
          aria-label={t('designer.desk.remove', { name: title })}
          onClick={() => designer.send({ type: 'field.removed', key: fieldKey })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
});

const KindText = ({ field }: { readonly field: Field }) => <span className={classes.kind}>{kindText(field.kind)}</span>;

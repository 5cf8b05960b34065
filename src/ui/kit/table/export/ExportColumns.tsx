import { Button, Checkbox } from '@mantine/core';
import { exportableFields } from '#domain/table/export-columns';
import type { Resource } from '#domain/table/resource';
import { t } from '../../../base/i18n.ts';
import { fieldLabel } from '../../resource-texts.ts';
import classes from './export.module.css';
import dialog from '../base/file-dialog.module.css';

interface ExportColumnsProps {
  readonly resource: Resource;
  readonly chosen: readonly string[];
  readonly asShown: readonly string[];
  readonly isDisabled: boolean;
  readonly onChange: (fields: readonly string[]) => void;
}

/** Which columns the file gets: first those of the list in their order, then the others. */
export function ExportColumns({ resource, chosen, asShown, isDisabled, onChange }: ExportColumnsProps) {
  const all = [...asShown, ...exportableFields(resource).filter((key) => !asShown.includes(key))];
  const choose = (isWanted: (key: string) => boolean) => onChange(all.filter(isWanted));
  const shortcut = (label: string, wanted: (key: string) => boolean) => (
    <Button variant="subtle" size="compact-xs" disabled={isDisabled} onClick={() => choose(wanted)}>
      {label}
    </Button>
  );
  return (
    <fieldset className={classes.columns}>
      <legend>{t('tables.export.columns')}</legend>
      <div className={classes.shortcuts}>
        {shortcut(t('tables.export.asShown'), (key) => asShown.includes(key))}
        {shortcut(t('tables.export.all'), () => true)}
        {shortcut(t('tables.export.none'), () => false)}
      </div>
      <div className={classes.list}>
        {all.map((key) => (
          <Checkbox
            key={key}
            label={fieldLabel(resource, key)}
            checked={chosen.includes(key)}
            disabled={isDisabled}
            onChange={({ currentTarget }) => choose((one) => (one === key ? currentTarget.checked : chosen.includes(one)))}
          />
        ))}
      </div>
      {chosen.length === 0 && <p className={dialog.problem}>{t('tables.export.noColumns')}</p>}
    </fieldset>
  );
}

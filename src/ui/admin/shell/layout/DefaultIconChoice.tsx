import { t } from '../../../base/i18n.ts';
import { MenuIcon } from '../../../kit/menu/MenuIcon.tsx';
import classes from './LayoutDrawer.module.css';

const ICONS = ['circle', 'folder', 'file', 'list', 'box', 'category', 'tags', 'link'] as const;

export interface DefaultIconChoiceProps {
  readonly icon: string;
  readonly onChoose: (icon: string) => void;
}

/** What stands before a menu entry that names no icon we know. */
export function DefaultIconChoice({ icon, onChoose }: DefaultIconChoiceProps) {
  return (
    <fieldset className={classes.icons}>
      <legend>{t('layout.defaultIcon')}</legend>
      {ICONS.map((name) => (
        <label key={name} title={name}>
          <input type="radio" name="layout-icon" aria-label={name} checked={icon === name} onChange={() => onChoose(name)} />
          <span>
            <MenuIcon name={name} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

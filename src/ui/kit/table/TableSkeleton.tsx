import { t } from '../../base/i18n.ts';
import classes from './base/table.module.css';

const ROW_COUNT = 8;
const WIDTHS = ['62%', '78%', '54%', '70%'];

/** The shape of rows before the first ones are there. */
export function TableSkeleton() {
  return (
    <div className={classes.skeleton}>
      <output className={classes.hiddenText}>{t('resources.kit.table.loading')}</output>
      {Array.from({ length: ROW_COUNT }, (_, row) => (
        <div key={row} className={classes.boneRow} aria-hidden>
          <span className={classes.boneSquare} />
          <span className={classes.bone} style={{ width: WIDTHS[row % WIDTHS.length] }} />
          <span className={classes.bone} />
          <span className={classes.bone} />
        </div>
      ))}
    </div>
  );
}

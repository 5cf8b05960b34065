import type { ReactNode } from 'react';
import { t } from '../../base/i18n.ts';
import type enMessages from '#locales/zh-cn/dev';
import classes from '../fields/fields-page.module.css';

export type SpecimenState = keyof (typeof enMessages)['kit']['states'];

interface SpecimenProps {
  /** Of the component, as its file. */
  readonly of: string;
  readonly state: SpecimenState;
  /** Takes the whole line. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** One component in one state, under its name. */
export const Specimen = ({ of, state, isWide = false, children }: SpecimenProps) => (
  <div className={classes.state} data-wide={isWide || undefined}>
    <h3 className={classes.stateName}>
      <code>{of}</code> {t(`dev.kit.states.${state}`)}
    </h3>
    {children}
  </div>
);

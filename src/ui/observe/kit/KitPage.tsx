import '../../kit/form-styles.ts';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { LogicsContext, useLogics } from '../../base/lazy-bundles.ts';
import { DevFrame } from '../base/DevFrame.tsx';
import classes from '../fields/fields-page.module.css';
import { ButtonSpecimens } from './ButtonSpecimens.tsx';
import { ChangeSpecimens } from './ChangeSpecimens.tsx';
import { ContentSpecimens } from './ContentSpecimens.tsx';
import { DialogSpecimens } from './DialogSpecimens.tsx';
import { FeedbackSpecimens } from './FeedbackSpecimens.tsx';
import { FormSpecimens } from './FormSpecimens.tsx';
import { kitBundles } from './kit-bundles.ts';
import { InputSpecimens } from './InputSpecimens.tsx';
import { PickerSpecimens } from './PickerSpecimens.tsx';
import { TableSpecimens } from './TableSpecimens.tsx';
import { UploadSpecimens } from './UploadSpecimens.tsx';

const GROUPS = {
  buttons: ButtonSpecimens,
  inputs: InputSpecimens,
  feedback: FeedbackSpecimens,
  table: TableSpecimens,
  form: FormSpecimens,
  upload: UploadSpecimens,
  pickers: PickerSpecimens,
  dialogs: DialogSpecimens,
  changes: ChangeSpecimens,
  content: ContentSpecimens,
} as const;
const NAMES = Object.keys(GROUPS) as (keyof typeof GROUPS)[];

/** `/dev/kit`: what pages are made of, in every state, to be looked at; fields of forms have a page of their own. */
export function KitPage() {
  const logics = useLogics();
  return (
    <AdminProvider>
      <LogicsContext value={{ ...logics, bundles: kitBundles(logics.bundles) }}>
        <DevFrame title={t('dev.kit.title')} lead={t('dev.kit.lead')} fit="content">
          <div className={classes.page}>
            <nav className={classes.kinds} aria-label={t('dev.kit.parts')}>
              {NAMES.map((name) => (
                <a key={name} href={`#${name}`}>
                  {t(`dev.kit.groups.${name}`)}
                </a>
              ))}
            </nav>
            {NAMES.map((name) => {
              const Group = GROUPS[name];
              return (
                <section key={name} id={name} className={classes.kind} aria-labelledby={`${name}-title`}>
                  <h2 className={classes.kindTitle} id={`${name}-title`}>
                    {t(`dev.kit.groups.${name}`)}
                  </h2>
                  <div className={classes.states}>
                    <Group />
                  </div>
                </section>
              );
            })}
          </div>
        </DevFrame>
      </LogicsContext>{' '}
    </AdminProvider>
  );
}

import '../../kit/form-styles.ts';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { LogicsContext, useLogics } from '../../base/lazy-bundles.ts';
import { DevFrame } from '../base/DevFrame.tsx';
import { fieldSamples, sampleResource } from './field-samples.ts';
import { FieldKindSample } from './FieldKindSample.tsx';
import classes from './fields-page.module.css';
import { sampleBundles } from './sample-logics.ts';

/** `/dev/fields`: every kind of form field in every state, to be looked at and tried. */
export function FieldsPage() {
  const logics = useLogics();
  const samples = fieldSamples();
  const resources = {
    empty: sampleResource('emptySample', samples),
    filled: sampleResource('filledSample', samples),
    wrong: sampleResource('wrongSample', samples),
    readOnly: sampleResource('readOnlySample', samples),
    disabled: sampleResource('disabledSample', samples),
  };
  return (
    <AdminProvider>
      <LogicsContext value={{ ...logics, bundles: sampleBundles(logics.bundles) }}>
        <DevFrame title={t('fields.dev.title')} lead={t('fields.dev.lead')} fit="content">
          <div className={classes.page}>
            <nav className={classes.kinds} aria-label={t('fields.dev.kinds')}>
              {samples.map(({ kind }) => (
                <a key={kind} href={`#${kind}`}>
                  {t(`fieldKinds.${kind}`)}
                </a>
              ))}
            </nav>
            {samples.map((sample) => (
              <FieldKindSample key={sample.kind} sample={sample} resources={resources} />
            ))}
          </div>
        </DevFrame>
      </LogicsContext>
    </AdminProvider>
  );
}

import '../../kit/form-styles.ts';
import { use } from 'react';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { LeafLogicsContext } from '../../base/leaf-logics.ts';
import { DevFrame } from '../base/DevFrame.tsx';
import { fieldSamples, sampleResource } from './field-samples.ts';
import { FieldKind } from './FieldKind.tsx';
import classes from './fields-page.module.css';
import { sampleDesk, sampleRemoteSelect } from './sample-logics.ts';

/** `/dev/fields`: every kind of form field in every state, to be looked at and tried. */
export function FieldsPage() {
  const logics = use(LeafLogicsContext);
  const samples = fieldSamples();
  const resources = {
    empty: sampleResource('emptySample', samples),
    filled: sampleResource('filledSample', samples),
    wrong: sampleResource('wrongSample', samples),
    readOnly: sampleResource('readOnlySample', samples),
    disabled: sampleResource('disabledSample', samples),
  };
  // Not spread: the logics of the back office are getters that must not be asked here.
  const own = Object.create(logics, {
    remoteSelect: { value: sampleRemoteSelect },
    desk: { value: sampleDesk(logics.desk) },
  }) as typeof logics;
  return (
    <AdminProvider>
      <LeafLogicsContext value={own}>
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
              <FieldKind key={sample.kind} sample={sample} resources={resources} />
            ))}
          </div>
        </DevFrame>
      </LeafLogicsContext>
    </AdminProvider>
  );
}

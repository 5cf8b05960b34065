import '../../kit/form-styles.ts';
import { use } from 'react';
import { AdminProvider } from '../../admin/AdminProvider.tsx';
import { AppLink } from '../../app/AppLink.tsx';
import { t } from '../../app/i18n.ts';
import { LanguageButton } from '../../kit/LanguageButton.tsx';
import { LeafLogicsContext } from '../../kit/leaf-logics.ts';
import { Logo } from '../../kit/Logo.tsx';
import { SchemeButton } from '../../kit/SchemeButton.tsx';
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
        <div className={classes.page}>
          <header className={classes.header}>
            <AppLink to="/" className={classes.brand} aria-label={t('fields.dev.home')}>
              <Logo sizePx={26} />
            </AppLink>
            <div className={classes.words}>
              <h1>{t('fields.dev.title')}</h1>
              <p>{t('fields.dev.lead')}</p>
            </div>
            <LanguageButton />
            <SchemeButton />
          </header>
          <nav className={classes.kinds} aria-label={t('fields.dev.kinds')}>
            {samples.map(({ kind }) => (
              <a key={kind} href={`#${kind}`}>
                {t(`fieldKinds.${kind}`)}
              </a>
            ))}
          </nav>
          <main className={classes.main}>
            {samples.map((sample) => (
              <FieldKind key={sample.kind} sample={sample} resources={resources} />
            ))}
          </main>
        </div>
      </LeafLogicsContext>
    </AdminProvider>
  );
}

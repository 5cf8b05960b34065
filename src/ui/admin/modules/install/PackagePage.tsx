import { Alert, Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconHistoryToggle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { fileSizeInWords } from '#domain/base/file-size';
import { actFor, type StoreModule } from '#domain/modules/store-module';
import type { PackageFacts } from '#machines/modules/module.vocabulary';
import { selectModule } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { Markdown } from '../../../kit/markdown/Markdown.tsx';
import { moduleText } from '../base/module-words.ts';
import type { InstallProps } from './install-props.ts';
import { AskList } from './AskList.tsx';
import { moduleLabel } from '../base/module-label.ts';
import classes from './install.module.css';

/** What is in a package, and the door to its plan. */
export function PackagePage({ store, install }: InstallProps) {
  const facts = useSelector(install, ({ context }) => context.facts);
  const version = useSelector(install, ({ context }) => context.version);
  const uid = useSelector(install, ({ context }) => context.uid);
  const module = useSelector(store, selectModule(uid));
  if (!facts || !module) return null;
  const readMe = withoutTitle(moduleText(facts.readMe), moduleText(module.title));
  const isUpdate = actFor(module, version) === 'update';
  const trust = module.versions.find((one) => one.version === version)?.trust;
  const changeLog = moduleText(facts.changeLog);
  const changes = changeLog !== '' && (
    <details key={String(isUpdate)} className={classes.changes} open={isUpdate}>
      <summary>{t('modules.package.changes')}</summary>
      <Markdown text={changeLog.trimStart().replace(/^# .*\n/u, '')} firstHeading={2} />
    </details>
  );
  return (
    <>
      <Begin store={store} install={install} module={module} version={version} />
      <Withdrawn module={module} version={version} />
      <div className={classes.columns}>
        <article className={classes.readMe} data-drawn={trust === 'shipped'}>
          {/* Whoever knows the module wants to know what is new in it. */}
          {isUpdate && changes}
          {readMe === '' ? <p>{moduleText(module.intro)}</p> : <Markdown text={readMe} firstHeading={2} pictures={facts.pictures} />}
          {!isUpdate && changes}
        </article>
        <aside className={classes.facts} aria-label={t('modules.package.facts')}>
          <Facts facts={facts} version={version} trust={trust} />
        </aside>
      </div>
    </>
  );
}

/** What stands above the page is not said again below it. */
function withoutTitle(readMe: string, title: string): string {
  const [first = '', ...rest] = readMe.trimStart().split('\n');
  return first.replace(/^#\s+/u, '').trim() === title ? rest.join('\n') : readMe;
}

/** Why this version should not be used, or the one that is installed. */
function Withdrawn({ module, version }: Pick<BeginProps, 'module' | 'version'>) {
  const own = module.versions.find((one) => one.version === version)?.withdrawn ?? null;
  const installed = module.version === version || own === null ? module.withdrawn : null;
  const reason = own ?? installed;
  if (!reason) return null;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={t('modules.package.withdrawn', { version: own ? version : (module.version ?? '') })}
    >
      {moduleText(reason)}
    </Alert>
  );
}

interface BeginProps extends InstallProps {
  readonly module: StoreModule;
  readonly version: string;
}

function Begin({ install, module, version }: BeginProps) {
  const act = actFor(module, version);
  const isWithdrawn = module.versions.some((one) => one.version === version && one.withdrawn !== null);
  return (
    <div className={classes.begin}>
      {module.versions.length > 1 && (
        <NativeSelect
          aria-label={t('modules.package.version')}
          value={version}
          data={module.versions.map(({ version: one, withdrawn }) => {
            const isGone = withdrawn !== null && one !== module.version;
            const words = isGone ? 'versionWithdrawn' : one === module.version ? 'versionHere' : 'versionOf';
            return { value: one, label: t(`modules.package.${words}`, { version: one }), disabled: isGone };
          })}
          onChange={(event) => install.send({ type: 'version.chosen', version: event.currentTarget.value })}
        />
      )}
      {act && (
        <Button
          leftSection={act === 'rollback' ? <IconHistoryToggle size={16} aria-hidden /> : <IconDownload size={16} aria-hidden />}
          onClick={() => install.send({ type: 'plan.requested', act })}
        >
          {t(`modules.begin.${act}`, { version })}
        </Button>
      )}
      <span className={classes.soft}>
        {t(
          act
            ? 'modules.package.planFirst'
            : isWithdrawn && module.version !== version
              ? 'modules.package.notOffered'
              : module.isPinned
                ? 'modules.package.kept'
                : 'modules.package.isHere',
        )}
      </span>
    </div>
  );
}

interface FactsProps {
  readonly facts: PackageFacts;
  readonly version: string;
  readonly trust: StoreModule['versions'][number]['trust'] | undefined;
}

function Facts({ facts, version, trust }: FactsProps) {
  const needs = Object.entries(facts.requires);
  const size = fileSizeInWords(facts.sizeBytes) ?? '';
  return (
    <>
      <section>
        <h2 className={classes.subtitle}>{t('modules.package.asks')}</h2>
        {facts.asks.length === 0 ? (
          <p className={classes.soft}>{t('modules.package.asksNothing')}</p>
        ) : (
          <AskList asks={facts.asks} facts={facts} />
        )}
      </section>
      <section>
        <h2 className={classes.subtitle}>{t('modules.package.sections')}</h2>
        <ul className={classes.plain}>
          {facts.sections.map((section) => (
            <li key={section.name}>
              {moduleLabel(section)} <span className={classes.soft}>{t('modules.package.fields', { count: section.fields })}</span>
            </li>
          ))}
        </ul>
      </section>
      <dl className={classes.pairs}>
        <div>
          <dt>{t('modules.package.version')}</dt>
          <dd>
            {version} {trust && <span className={classes.soft}>{t(`modules.trust.${trust}`)}</span>}
          </dd>
        </div>
        {needs.length > 0 && (
          <div>
            <dt>{t('modules.package.needs')}</dt>
            <dd>{needs.map(([uid, range]) => `${uid} ${range}`).join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>{t('modules.package.program')}</dt>
          <dd>{facts.troupe}</dd>
        </div>
        <div>
          <dt>{t('modules.package.license')}</dt>
          <dd>{facts.license}</dd>
        </div>
        <div>
          <dt>{t('modules.package.size')}</dt>
          <dd>{size}</dd>
        </div>
        {facts.website !== '' && (
          <div>
            <dt>{t('modules.package.website')}</dt>
            <dd>
              <a href={facts.website} target="_blank" rel="noopener noreferrer nofollow">
                {new URL(facts.website).host}
              </a>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('modules.package.signed')}</dt>
          {facts.publisher === null ? <dd>{t('modules.package.unsigned')}</dd> : <dd className={classes.code}>{facts.publisher}</dd>}
        </div>
        {facts.origin !== null && (
          <div>
            <dt>{t('modules.package.origin')}</dt>
            <dd className={classes.code}>{facts.origin}</dd>
          </div>
        )}
        <div>
          <dt>SHA-256</dt>
          <dd className={classes.code}>{facts.sha256}</dd>
        </div>
      </dl>
    </>
  );
}

import { Button, Checkbox, Radio } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { fingerprintText } from '#domain/modules/registry';
import { personalOf, type ModuleInstallRef } from '#machines/modules/module-install.machine';
import type { PlannedSection } from '#domain/modules/module-plan';
import type { ModulePlan } from '#domain/modules/module-plan';
import type { PackageFacts } from '#machines/modules/module.vocabulary';
import { hasText, t, text } from '../../../base/i18n.ts';
import { newKey } from '../../../base/new-key.ts';
import { AskList } from './AskList.tsx';
import type { InstallProps } from './install-props.ts';
import { moduleLabel } from '../base/module-label.ts';
import classes from './install.module.css';

/** What would be made, changed, taken away and asked for, before any of it is done. */
export function PlanPage({ install }: { readonly install: ModuleInstallRef }) {
  const plan = useSelector(install, ({ context }) => context.plan);
  const facts = useSelector(install, ({ context }) => context.facts);
  const records = useSelector(install, ({ context }) => context.records);
  if (!plan) return null;
  const made = plan.sections.filter(({ isNew }) => isNew);
  // One that comes back has its table, and is brought from what it was.
  const changed = plan.sections.filter(({ steps }) => steps.length > 0 && !steps.some(({ kind }) => kind === 'createTable'));
  const losing = changed.flatMap(({ steps }) => steps).filter((step) => step.class !== 'safe');
  const isComingBack = plan.waiting > 0 && (plan.from !== null || records === 'kept');
  const isNothing = made.length + changed.length + plan.gone.length + plan.rows === 0;
  return (
    <>
      <p className={classes.intro}>
        {t(plan.from === null ? 'modules.plan.first' : 'modules.plan.next', { from: plan.from ?? '', to: plan.to })}
      </p>
      {plan.asks.length > 0 && (
        <Part
          title={t(plan.from === null ? 'modules.plan.asksFirst' : 'modules.plan.asks')}
          text={t(plan.from === null ? 'modules.plan.asksFirstText' : 'modules.plan.asksText')}
          tone="warning"
        >
          <AskList asks={plan.asks} facts={facts} />
          {personalOf(plan).map((name) => (
            <PersonalTick key={name} install={install} name={name} />
          ))}
          <Consent install={install} />
        </Part>
      )}
      {plan.publisher && <Publisher install={install} {...plan.publisher} />}
      {plan.waiting > 0 && plan.from === null && <Waiting install={install} waiting={plan.waiting} />}
      {(losing.length > 0 || plan.gone.length > 0) && (
        <Part title={t('modules.plan.lost')} text={t('modules.plan.lostText')} tone="danger">
          <ul className={classes.plain}>
            {losing.map((step) => (
              <li key={`${step.id} ${step.subject}`}>
                {stepText(step)}
                {step.rows !== null && <span className={classes.soft}> {t('modules.plan.concerned', { count: step.rows })}</span>}
              </li>
            ))}
            {plan.gone.map(({ rows, ...section }) => (
              <li key={section.name}>{t('modules.plan.goes', { name: moduleLabel(section), count: rows })}</li>
            ))}
          </ul>
        </Part>
      )}
      {(made.length > 0 || plan.rows > 0) && (
        <Part title={t('modules.plan.made')} text={t('modules.plan.madeText')}>
          <ul className={classes.plain}>
            {made.map((section) => (
              <li key={section.name}>
                {nameOf(section, facts)} <code>{section.table}</code>
              </li>
            ))}
            {plan.rows > 0 && <li>{t(isComingBack ? 'modules.plan.rowsBack' : 'modules.plan.rows', { count: plan.rows })}</li>}
          </ul>
        </Part>
      )}
      {changed.length > 0 && (
        <Part title={t('modules.plan.changed')} text={t('modules.plan.changedText')}>
          {changed.map((section) => (
            <div key={section.name}>
              <h3 className={classes.section}>{nameOf(section, facts)}</h3>
              <ul className={classes.plain}>
                {section.steps.map((step) => (
                  <li key={step.id}>{stepText(step)}</li>
                ))}
              </ul>
            </div>
          ))}
        </Part>
      )}
      {isNothing && <p className={classes.soft}>{t('modules.plan.nothing')}</p>}
      <Confirm install={install} plan={plan} isLosing={losing.length > 0 || plan.gone.length > 0} />
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly text: string;
  readonly tone?: 'warning' | 'danger';
  readonly children: ReactNode;
}

const Part = ({ title, text: words, tone, children }: PartProps) => (
  <section className={classes.part} data-tone={tone} aria-label={title}>
    <h2 className={classes.subtitle}>{title}</h2>
    <p className={classes.soft}>{words}</p>
    {children}
  </section>
);

function nameOf({ name }: PlannedSection, facts: PackageFacts | null): string {
  const told = facts?.sections.find((one) => one.name === name);
  return told ? moduleLabel(told) : name;
}

function stepText({ kind, subject, detail }: PlannedSection['steps'][number]): string {
  const key = `designer.step.${['addObject', 'dropObject'].includes(kind) ? `${kind}.${detail}` : kind}`;
  return text(hasText(key) ? key : 'designer.step.other', { subject, detail, kind });
}

/** What tells who people are is agreed to by itself, field by field. */
function PersonalTick({ install, name }: { readonly install: ModuleInstallRef; readonly name: string }) {
  const isTicked = useSelector(install, ({ context }) => context.ticked.includes(name));
  return (
    <Checkbox
      label={t('modules.plan.tick', { name })}
      checked={isTicked}
      onChange={(event) => install.send({ type: 'name.ticked', name, isTicked: event.currentTarget.checked })}
    />
  );
}

const publisherText = (fingerprint: string): string => (fingerprint === '' ? t('modules.plan.ofProgram') : fingerprintText(fingerprint));

const codeOf = (fingerprint: string): string | undefined => (fingerprint === '' ? undefined : classes.code);

/** Somebody else signed it than when it was first installed. */
function Publisher({ install, before, now }: Pick<InstallProps, 'install'> & { readonly before: string; readonly now: string }) {
  const isAgreed = useSelector(install, ({ context }) => context.isPublisherAgreed);
  return (
    <Part title={t('modules.plan.publisher')} text={t('modules.plan.publisherText')} tone="warning">
      <dl className={classes.pairs}>
        <div>
          <dt>{t('modules.plan.publisherBefore')}</dt>
          <dd className={codeOf(before)}>{publisherText(before)}</dd>
        </div>
        <div>
          <dt>{t('modules.plan.publisherNow')}</dt>
          <dd className={codeOf(now)}>{publisherText(now)}</dd>
        </div>
      </dl>
      <Checkbox
        label={t('modules.plan.publisherAgree')}
        checked={isAgreed}
        onChange={(event) => install.send({ type: 'publisher.agreed', isGiven: event.currentTarget.checked })}
      />
    </Part>
  );
}

/** Records that wait since the module was removed: they come back, or it begins anew. */
function Waiting({ install, waiting }: Pick<InstallProps, 'install'> & { readonly waiting: number }) {
  const records = useSelector(install, ({ context }) => context.records);
  return (
    <Part title={t('modules.plan.waiting')} text={t('modules.plan.waitingText')}>
      <Radio.Group
        aria-label={t('modules.plan.waiting')}
        value={records}
        onChange={(one) => install.send({ type: 'records.chosen', records: one === 'kept' ? 'kept' : 'new' })}
      >
        <Radio value="kept" label={t('modules.plan.kept', { count: waiting })} />
        <Radio value="new" mt={8} label={t('modules.plan.new')} />
      </Radio.Group>
    </Part>
  );
}

function Consent({ install }: { readonly install: ModuleInstallRef }) {
  const isConsented = useSelector(install, ({ context }) => context.isConsented);
  return (
    <Checkbox
      label={t('modules.plan.consent')}
      checked={isConsented}
      onChange={(event) => install.send({ type: 'consent.given', isGiven: event.currentTarget.checked })}
    />
  );
}

interface ConfirmProps {
  readonly install: ModuleInstallRef;
  readonly plan: ModulePlan;
  readonly isLosing: boolean;
}

function Confirm({ install, plan, isLosing }: ConfirmProps) {
  const act = useSelector(install, ({ context }) => context.act) ?? 'install';
  const canConfirm = useSelector(install, (snapshot) => snapshot.can({ type: 'module.confirmed', run: '' }));
  return (
    <footer className={classes.footer}>
      <Button variant="default" onClick={() => install.send({ type: 'module.cancelled' })}>
        {t('modules.install.toPackage')}
      </Button>
      <Button
        color={isLosing ? 'red' : 'jade'}
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={!canConfirm}
        onClick={() => install.send({ type: 'module.confirmed', run: newKey() })}
      >
        {t(`modules.confirm.${act}`, { version: plan.to })}
      </Button>
    </footer>
  );
}

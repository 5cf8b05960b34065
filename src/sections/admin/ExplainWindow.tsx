import '#ui/kit/form-styles.ts';
import { Modal, Select } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { admin } from './admin.resource.ts';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectExplanation, selectExplanationFailure, selectRules, type ExplanationRef } from '#machines/rights/explanation.machine';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { t } from '#ui/base/i18n.ts';
import type { RowWindowProps } from '#ui/kit/table/base/table-extras.ts';
import { titleOf } from '#ui/kit/table/base/table-shape.ts';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { useIsPhone } from '#ui/kit/use-is-phone.ts';
import { ExplanationChain } from './ExplanationChain.tsx';
import classes from './explain.module.css';

const INDENT_PX = 16;

/** "Why can X not …?": a rule is chosen, and the way from it over the groups to the answer is shown in words. */
export function ExplainWindow({ row, actor }: RowWindowProps) {
  const { explanation } = useBundle('rowWindows');
  const leaf = useLeafActor(explanation, { id: 'explanation', input: { id: row.id } });
  const isPhone = useIsPhone();
  const name = titleOf(admin, row);
  return (
    <Modal
      opened
      onClose={() => actor.send({ type: 'rowWindow.closed' })}
      title={t('rights.explain.title', { name })}
      size={560}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      <RuleChoice actor={leaf} />
      <Answer actor={leaf} name={name} />
    </Modal>
  );
}

function RuleChoice({ actor }: { readonly actor: ExplanationRef }) {
  const rules = useSelector(actor, selectRules);
  const node = useSelector(actor, ({ context }) => context.node);
  const depths = new Map(rules.map((rule) => [rule.node, rule.depth]));
  return (
    <Select
      label={t('rights.explain.rule')}
      description={t('rights.explain.ruleHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('rights.explain.choose')}
      data={rules.map((rule) => ({ value: rule.node, label: rule.title }))}
      value={node || null}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      disabled={rules.length === 0}
      nothingFoundMessage={t('rights.explain.noRule')}
      maxDropdownHeight={320}
      data-autofocus
      renderOption={({ option }) => (
        <span className={classes.option} style={{ paddingInlineStart: (depths.get(option.value) ?? 0) * INDENT_PX }}>
          {option.label} <code className={classes.node}>{option.value}</code>
        </span>
      )}
      onChange={(value) => value !== null && actor.send({ type: 'explanation.ruleChosen', node: value })}
    />
  );
}

function Answer({ actor, name }: { readonly actor: ExplanationRef; readonly name: string }) {
  const explanation = useSelector(actor, selectExplanation);
  const failure = useSelector(actor, selectExplanationFailure);
  const isBusy = useSelector(actor, selectIsBusy);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  return (
    <div className={classes.answer} aria-live="polite" aria-busy={isBusy}>
      {isBusy && <Spinner />}
      {hasFailed && failure && (
        <FailureLine text={t('rights.explain.failed')} failure={failure} onRetry={() => actor.send({ type: 'explanation.retried' })} />
      )}
      {!isBusy && explanation && <ExplanationChain explanation={explanation} name={name} />}
    </div>
  );
}

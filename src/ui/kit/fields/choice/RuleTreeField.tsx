import { ActionIcon, Checkbox, Input } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { isSuperPage } from '#domain/rights/super-pages';
import { isInBranch, neededRights, type NeededRight } from '#domain/rights/needed-rights';
import { checkStateOf, childrenOf, countChosen, toggleAll, toggleRule, type TreeOption } from '#domain/rights/rule-tree';
import { sectionTree } from '#domain/rights/section-tree';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectIsBranchOpen, selectTreeFailure, selectTreeOptions, type OptionTreeRef } from '#machines/fields/option-tree.machine';
import { hasText, loadMessages, t, text } from '../../../base/i18n.ts';
import { useAllSections } from './use-all-sections.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { NamedSkeleton } from '../../feedback/NamedSkeleton.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { describedBy, fieldId, frameOf, groupFrameOf } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import { OptionsCut } from './OptionsCut.tsx';
import { OptionsFailed } from './OptionsFailed.tsx';
import classes from './rule-tree.module.css';

const NeededRightLine = lazyView(
  async () => (await Promise.all([import('./NeededRightLine.tsx'), loadMessages(['rights'])]))[0].NeededRightLine,
  { failure: 'hidden' },
);

const SuperOnlyNote = lazyView(
  async () => (await Promise.all([import('./SuperOnlyNote.tsx'), loadMessages(['rights'])]))[0].SuperOnlyNote,
  { failure: 'hidden' },
);

const chosenIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** The rights of a group, as a tree of boxes; it shows what the person has, for nobody can give more. */
export function RuleTreeField(props: FieldInputProps) {
  const { optionTree } = useBundle('choice');
  const sections = useAllSections();
  const { field } = props.of;
  const input = { of: 'of' in field ? field.of : '', isWithoutOwn: false };
  const actor = useLeafActor(optionTree, { id: `optionTree:${fieldId(props.of)}`, input });
  // Where sections are chosen rather than rights, the section says so.
  const ofSections = `resources.${props.of.resource.name}.allOf`;
  const isOfSections = hasText(ofSections);
  const rights = useSelector(actor, selectTreeOptions);
  const options = isOfSections ? sectionTree(rights, sections) : rights;
  const isLoading = useSelector(actor, selectIsBusy);
  const failure = useSelector(actor, selectTreeFailure);
  const chosen = chosenIn(props.value);
  const { given, total } = countChosen(options, chosen);
  const needed = isOfSections ? [] : neededRights(options, chosen, sections);
  const frame = frameOf(props);
  const { id } = frame;
  return (
    <Input.Wrapper {...groupFrameOf(props)}>
      <fieldset {...describedBy(frame)} className={classes.box} aria-labelledby={`${id}-label`} id={id} tabIndex={-1}>
        {isLoading && <NamedSkeleton heightPx={120} label={t('resources.kit.fields.loading')} />}
        <OptionsCut actor={actor} />
        {failure && <OptionsFailed failure={failure} onRetry={() => actor.send({ type: 'options.retried' })} />}
        {total > 0 && (
          <Checkbox
            size="sm"
            label={isOfSections ? text(ofSections, { given, total }) : t('resources.kit.fields.allRules', { given, total })}
            checked={given === total}
            indeterminate={given > 0 && given < total}
            disabled={props.readOnly}
            onChange={() => props.onChange(toggleAll(options, chosen))}
          />
        )}
        {total > 0 && <Branch parentId={null} options={options} chosen={chosen} needed={needed} actor={actor} props={props} />}
      </fieldset>
    </Input.Wrapper>
  );
}

interface BranchProps {
  readonly parentId: number | null;
  readonly options: readonly TreeOption[];
  readonly chosen: readonly string[];
  readonly needed: readonly NeededRight[];
  readonly actor: OptionTreeRef;
  readonly props: FieldInputProps;
}

function Branch({ parentId, ...rest }: BranchProps) {
  return (
    <ul className={classes.branch}>
      {childrenOf(rest.options, parentId).map((option) => (
        <Twig key={option.id} option={option} {...rest} />
      ))}
    </ul>
  );
}

function Twig({ option, ...rest }: Omit<BranchProps, 'parentId'> & { readonly option: TreeOption }) {
  const { options, chosen, needed, actor, props } = rest;
  const isOpen = useSelector(actor, selectIsBranchOpen(option.id));
  const hasChildren = childrenOf(options, option.id).length > 0;
  const state = checkStateOf(options, chosen, option.id);
  return (
    <li>
      <span className={classes.twig}>
        {hasChildren ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'resources.kit.table.collapse' : 'resources.kit.table.expand', { title: option.title })}
            onClick={() => actor.send({ type: 'options.branchToggled', id: option.id })}
          >
            <IconChevronRight size={16} className={isOpen ? classes.open : undefined} />
          </ActionIcon>
        ) : (
          <span className={classes.gap} />
        )}
        <Checkbox
          size="sm"
          label={option.title}
          checked={state === 'all'}
          indeterminate={state === 'some'}
          disabled={props.readOnly}
          onChange={() => props.onChange(toggleRule(options, chosen, option.id))}
        />
        {option.name !== undefined && isSuperPage(option.name) && (
          <Suspense>
            <SuperOnlyNote />
          </Suspense>
        )}
      </span>
      {/* Where the page is, or at the branch in which it is out of sight. */}
      {needed
        .filter(({ page }) => (isOpen ? page.id === option.id : isInBranch(options, page.id, option.id)))
        .map((one) => (
          <Suspense key={`${one.page.id} ${one.other.id}`}>
            <NeededRightLine needed={one} isReadOnly={props.readOnly} onGive={(id) => props.onChange(toggleRule(options, chosen, id))} />
          </Suspense>
        ))}
      {hasChildren && isOpen && <Branch parentId={option.id} {...rest} />}
    </li>
  );
}

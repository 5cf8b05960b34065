import { Button, Menu, Textarea } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { isOpenInForm, type LifeOffer } from '#domain/life/record-life';
import { selectStands } from '#machines/life/life-offers.machine';
import { selectAskedStep, selectChosenOffer, selectStepComment, type StepChoiceRef } from '#machines/life/step-choice.machine';
import { selectFormId, selectIsSaving } from '#machines/table/record-form.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useOwnedActor } from '../../base/use-owned-actor.ts';
import type { FormFieldsProps, FormStepsProps } from '../../kit/table/base/table-extras.ts';
import { fieldLabel } from '../../kit/resource-texts.ts';
import classes from './life.module.css';
import { keyOfWireName } from './Question.tsx';

/** What may be done with the record along with saving it, beside the button that saves. */
export function FormSteps({ form, resource, isForbidden }: FormStepsProps) {
  const id = useSelector(form, selectFormId);
  return id === null ? null : <StepsOf key={id} id={id} form={form} resource={resource} isForbidden={isForbidden} />;
}

function StepsOf({ id, form, resource, isForbidden }: FormStepsProps & { readonly id: number }) {
  const { name } = resource;
  const { lifeOffers, stepChoice } = useBundle('life');
  const reader = useLeafActor(lifeOffers, { id: `lifeOffers:${name}:${id}`, input: { resource: name, ids: [id] } });
  const choice = useOwnedActor(form, stepChoice, { id: `stepChoice:${name}:${id}`, isLeaf: false, input: { form } });
  const asked = useSelector(choice, selectAskedStep);
  const chosen = useSelector(choice, selectChosenOffer);
  const isSaving = useSelector(form, selectIsSaving);
  const [stand] = useSelector(reader, selectStands) ?? [];
  // What another person has to approve is asked for by itself.
  const offers = stand?.offers.filter(({ second }) => second === null) ?? [];
  if (offers.length === 0) return null;
  if (asked) return <AskedStep choice={choice} offer={asked} isSaving={isSaving} />;
  return (
    <Menu position="top-end" withinPortal shadow="md" width={280} closeOnItemClick>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.saveAnd}
          disabled={isForbidden}
          loading={isSaving && chosen !== null}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('recordLife.saveAnd')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offers.map((offer) => (
          <Menu.Item
            key={offer.event}
            className={classes.offerItem}
            {...(!isOpenInForm(offer) && { 'aria-disabled': true, 'data-refused': true })}
            onClick={() => isOpenInForm(offer) && choice.send({ type: 'choice.made', offer })}
          >
            <span>{offer.label}</span>
            {neededBy(offer, resource).map((text) => (
              <small key={text}>{text}</small>
            ))}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What an event asks for and what does not hold yet, for whoever fills in the form. */
function neededBy({ unmet, asks }: LifeOffer, resource: FormFieldsProps['resource']): readonly string[] {
  const fields = asks.fields.map((name) => fieldLabel(resource, keyOfWireName(resource, name) ?? name));
  return [...unmet.map(({ message }) => message), ...fields.map((field) => t('recordLife.needs', { field }))];
}

interface AskedStepProps {
  readonly choice: StepChoiceRef;
  readonly offer: LifeOffer;
  readonly isSaving: boolean;
}

/** The comment that a step asks for, over the buttons of the form. */
function AskedStep({ choice, offer, isSaving }: AskedStepProps) {
  const comment = useSelector(choice, selectStepComment);
  const isRequired = offer.asks.comment === 'required';
  return (
    <fieldset className={classes.askedStep} aria-label={offer.label}>
      <Textarea
        label={t(isRequired ? 'recordLife.why' : 'recordLife.whyOptional')}
        value={comment}
        required={isRequired}
        maxLength={1000}
        rows={2}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the question was asked for by the press before
        autoFocus
        onChange={(event) => choice.send({ type: 'choice.commentTyped', comment: event.currentTarget.value })}
      />
      <div className={classes.askedButtons}>
        <Button variant="default" disabled={isSaving} onClick={() => choice.send({ type: 'choice.cancelled' })}>
          {t('recordLife.withoutStep')}
        </Button>
        <Button
          variant="light"
          loading={isSaving}
          disabled={isRequired && comment.trim() === ''}
          onClick={() => choice.send({ type: 'choice.confirmed' })}
        >
          {t('recordLife.saveAndDo', { event: offer.label })}
        </Button>
      </div>
    </fieldset>
  );
}

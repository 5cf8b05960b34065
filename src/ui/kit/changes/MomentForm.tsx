import { Button, TextInput } from '@mantine/core';
import { useId, type FormEvent } from 'react';
import type { UndoPlanRef } from '#machines/changes/undo-plan.machine';
import { t } from '../../base/i18n.ts';
import { secondsFromText } from '../cells/time-text.ts';
import { ZoneMark } from '../fields/base/ZoneMark.tsx';
import classes from './changes.module.css';

interface MomentFormProps {
  readonly actor: UndoPlanRef;
  readonly isBusy: boolean;
}

/** A browser's moment as a text of the site's clock: it leaves seconds out that are none. */
const clockText = (value: string): string => value.replace('T', ' ').replace(/^(\S+ \d\d:\d\d)$/u, '$1:00');

/** To which moment everything is taken back; only then a plan can be made. */
export function MomentForm({ actor, isBusy }: MomentFormProps) {
  const hint = useId();
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('moment');
    if (!(input instanceof HTMLInputElement)) return;
    const at = secondsFromText(clockText(input.value));
    const isPast = at !== null && at * 1000 < Date.now();
    input.setCustomValidity(isPast ? '' : t('changes.plan.momentWrong'));
    if (isPast) actor.send({ type: 'plan.momentChosen', at });
    else input.reportValidity();
  };
  return (
    <form className={classes.moment} noValidate onSubmit={choose}>
      <TextInput
        name="moment"
        type="datetime-local"
        step={1}
        label={
          <>
            {t('changes.plan.momentLabel')} <ZoneMark at={null} />
          </>
        }
        aria-describedby={hint}
        onInput={(event) => event.currentTarget.setCustomValidity('')}
        data-autofocus
      />
      <Button type="submit" variant="default" disabled={isBusy}>
        {t('changes.plan.look')}
      </Button>
      <p id={hint} className={classes.hint}>
        {t('changes.plan.momentHint')}
      </p>
    </form>
  );
}

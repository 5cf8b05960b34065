import { useLayoutEffect } from 'react';
import { assign, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { recordFormMachine, selectRecordFormIsEditing, type RecordFormInput } from '#machines/table/record-form.machine';
import type { RecordFormEvent } from '#machines/table/record-save';
import type { SaveAnswer } from '#machines/table/record-save';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { FormBody } from '../../kit/form/FormBody.tsx';
import classes from './kit.module.css';
import { sampleRows, sampleSection } from './sample-records.ts';
import { Specimen, type SpecimenState } from './Specimen.tsx';

const never = (): Promise<never> => new Promise<never>(() => {});
const first = () => ({ ...sampleRows()[0] });

interface Answers {
  readonly load?: () => Promise<object>;
  readonly save?: () => Promise<SaveAnswer>;
}

/** A form that nobody has to be asked for; a name is needed. */
const formOf = ({ load = () => Promise.resolve(first()), save = never }: Answers) =>
  recordFormMachine.provide({
    actors: {
      loadRecord: fromPromise(async () => ({ ...(await load()) })),
      saveRecord: fromPromise(save),
    },
    actions: {
      checkAll: assign(({ context }) => ({ issues: context.values['title'] === '' ? { title: { key: 'validation.required' } } : {} })),
    },
  });

const refused = (): Promise<SaveAnswer> =>
  Promise.resolve({
    outcome: 'refused',
    failure: { kind: 'rejected', code: 0, message: t('dev.kit.sample.notSaved') },
    texts: { title: t('dev.kit.sample.wrong') },
  });
const changedByOthers = (): Promise<SaveAnswer> =>
  Promise.resolve({ outcome: 'conflict', current: { ...first(), title: t('dev.kit.sample.third'), price: 388_00, version: 2 } });

const FORMS = {
  plain: formOf({}),
  loading: formOf({ load: never }),
  unavailable: formOf({ load: () => Promise.reject(new FailureError({ kind: 'timeout' })) }),
  refused: formOf({ save: refused }),
  unanswered: formOf({ save: () => Promise.reject(new FailureError({ kind: 'unreachable', online: false })) }),
  conflict: formOf({ save: changedByOthers }),
} as const;

interface FormProps {
  readonly of: keyof typeof FORMS;
  readonly state: SpecimenState;
  readonly isNew?: boolean;
  readonly isForbidden?: boolean;
  /** Told once the record is there. */
  readonly then?: readonly RecordFormEvent[];
}

const NOTHING: readonly RecordFormEvent[] = [];
const EMPTY = { title: '', price: null, status: 'on', isFeatured: false };

function Form({ of, state, isNew = false, isForbidden = false, then = NOTHING }: FormProps) {
  const resource = sampleSection(`kitForm${state}`);
  const input: RecordFormInput = { resource: resource.name, id: isNew ? null : 1, initial: isNew ? EMPTY : {}, key: state };
  const form = useLeafActor(FORMS[of], { id: `kit:form:${state}`, input });
  useLayoutEffect(() => {
    const tell = () => {
      told?.unsubscribe();
      then.forEach((event) => form.send(event));
    };
    const told = selectRecordFormIsEditing(form.getSnapshot())
      ? undefined
      : form.subscribe((next) => selectRecordFormIsEditing(next) && tell());
    if (!told) tell();
    return () => told?.unsubscribe();
  }, [form, then]);
  return (
    <Specimen of="FormBody" state={state} isWide>
      {/* To be looked at: a form takes the keyboard when it opens, and here a dozen would. */}
      <div className={classes.form} inert>
        <FormBody form={form} resource={resource} canRepeat={isNew} isForbidden={isForbidden} />
      </div>
    </Specimen>
  );
}

const SUBMITTED: readonly RecordFormEvent[] = [{ type: 'form.submitted' }];
const changed = (value: string): readonly RecordFormEvent[] => [{ type: 'form.fieldChanged', field: 'title', value }];
const CHANGED = changed('Matcha');
const SAVED = [...CHANGED, ...SUBMITTED];

/** A record being added or edited, in each state that it can be in. */
export const FormSpecimens = () => (
  <>
    <Form of="plain" state="empty" isNew />
    <Form of="plain" state="filled" />
    <Form of="plain" state="unsaved" then={CHANGED} />
    <Form of="plain" state="wrong" isNew then={SUBMITTED} />
    <Form of="plain" state="busy" then={SAVED} />
    <Form of="refused" state="rejected" then={SAVED} />
    <Form of="unanswered" state="offline" then={SAVED} />
    <Form of="conflict" state="conflict" then={SAVED} />
    <Form of="plain" state="denied" isForbidden />
    <Form of="loading" state="loading" />
    <Form of="unavailable" state="failed" />
  </>
);

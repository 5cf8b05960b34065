import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { sectionNames } from '#domain/designer/section-names';
import {
  selectAskedSection,
  selectDesignedSectionsIsActing,
  selectNameRefusal,
  selectNewName,
  type Asked,
  type DesignedSectionsRef,
} from '#machines/designer/designed-sections.machine';
import type { Typing } from '#machines/designer/designed-sections-context';
import { pageLanguage, t, text } from '../../../base/i18n.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { titleIn } from '../base/section-title.ts';
import classes from './start.module.css';

interface DialogProps {
  readonly sections: DesignedSectionsRef;
}

/** The question that stands open over the first page. */
export function StartDialogs({ sections }: DialogProps) {
  const kind = useSelector(sections, ({ context }) => context.asked?.kind ?? null);
  const cancel = () => sections.send({ type: 'question.cancelled' });
  return (
    <Modal
      opened={kind !== null}
      onClose={cancel}
      title={kind && t(`designer.ask.${kind}.title`)}
      size={480}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t('common.action.cancel') }}
    >
      {kind && <Question sections={sections} kind={kind} />}
    </Modal>
  );
}

function Question({ sections, kind }: DialogProps & { readonly kind: Asked['kind'] }) {
  const failure = useSelector(sections, ({ context }) => context.failure);
  const isBusy = useSelector(sections, selectDesignedSectionsIsActing);
  const canConfirm = useSelector(sections, (snapshot) => snapshot.can({ type: 'question.confirmed' }));
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    sections.send({ type: 'question.confirmed' });
  };
  return (
    <form onSubmit={confirm} noValidate>
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            <FailureText failure={failure} />
          </Alert>
        )}
        {kind === 'new' && <Titles sections={sections} />}
        {kind === 'remove' && <Removal sections={sections} />}
        {kind === 'replace' && <Replacement sections={sections} />}
        {(kind === 'new' || kind === 'copy') && <Name sections={sections} isFirst={kind === 'copy'} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => sections.send({ type: 'question.cancelled' })} disabled={isBusy}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" color={kind === 'remove' ? 'red' : 'jade'} loading={isBusy} disabled={!canConfirm && !isBusy}>
            {t(`designer.ask.${kind}.confirm`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What an input of a question shows, and what is typed into it. */
function useTyped(sections: DesignedSectionsRef, field: keyof Typing) {
  const value = useSelector(sections, ({ context }) => context.typing[field]);
  return {
    value: value ?? '',
    onChange: (event: { readonly currentTarget: HTMLInputElement }) =>
      sections.send({ type: 'text.typed', field, text: event.currentTarget.value }),
  };
}

/** In the page's language first; the other may stay empty. */
function Titles({ sections }: DialogProps) {
  const chinese = useTyped(sections, 'chinese');
  const english = useTyped(sections, 'english');
  const inputs = [
    <TextInput
      key="zh"
      {...chinese}
      label={t('designer.ask.new.chinese')}
      placeholder={t('designer.ask.new.chineseExample')}
      maxLength={60}
      lang="zh-CN"
      data-autofocus={pageLanguage() === 'zh-cn' || undefined}
    />,
    <TextInput
      key="en"
      {...english}
      label={t('designer.ask.new.english')}
      placeholder={t('designer.ask.new.englishExample')}
      maxLength={60}
      lang="en"
      data-autofocus={pageLanguage() === 'en' || undefined}
    />,
  ];
  return (
    <>
      {pageLanguage() === 'en' ? inputs.toReversed() : inputs}
      <Text size="xs" c="dimmed" mt={-8}>
        {t('designer.ask.new.titleHint')}
      </Text>
    </>
  );
}

function Name({ sections, isFirst }: DialogProps & { readonly isFirst: boolean }) {
  const name = useSelector(sections, selectNewName);
  const refusal = useSelector(sections, selectNameRefusal);
  const { onChange } = useTyped(sections, 'name');
  const { controller, table } = sectionNames(name);
  return (
    <TextInput
      label={t('designer.ask.name')}
      description={refusal === null ? t('designer.ask.nameHint', { table, controller }) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={name}
      error={refusal === null ? undefined : text(refusal)}
      maxLength={41}
      spellCheck={false}
      autoComplete="off"
      data-autofocus={isFirst || undefined}
      onChange={onChange}
    />
  );
}

/** The file is of a section that there is. */
function Replacement({ sections }: DialogProps) {
  const section = useSelector(sections, selectAskedSection);
  const name = titleIn(section?.label, section?.name ?? '');
  return <p className={classes.question}>{t(`designer.ask.replace.${section?.hasDraft ? 'draft' : 'text'}`, { name })}</p>;
}

function Removal({ sections }: DialogProps) {
  const section = useSelector(sections, selectAskedSection);
  const typed = useTyped(sections, 'table');
  return (
    <>
      <p className={classes.question}>{t('designer.ask.remove.text', { name: titleIn(section?.label, section?.name ?? '') })}</p>
      <TextInput
        {...typed}
        label={t('designer.ask.remove.type', { table: section?.table ?? '' })}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
      />
    </>
  );
}

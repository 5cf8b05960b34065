import { ActionIcon, TextInput } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { MenuIcon } from '../../menu/MenuIcon.tsx';
import { LazyDialog } from '../../dialogs/LazyDialog.tsx';
import { scalarText } from '../../cells/scalar-text.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { inputAttributes } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';

const IconSelectDialog = lazyView(async () => (await import('./IconSelectDialog.tsx')).IconSelectDialog);

/** The name of an icon with what it looks like; it is chosen in a window, or typed. Source: wire protocol §3.6, §9.4. */
export function IconSelectField(props: FieldInputProps) {
  const attributes = inputAttributes(props);
  const picker = useLeafActor(disclosureMachine, { id: `iconSelect:${attributes.id}` });
  const isOpen = useSelector(picker, selectIsOpen);
  const value = scalarText(props.value);
  return (
    <>
      <TextInput
        {...attributes}
        value={value}
        autoComplete="off"
        spellCheck={false}
        leftSection={<MenuIcon name={value} sizePx={20} />}
        rightSection={
          !props.readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('resources.kit.fields.chooseIcon')}
              title={t('resources.kit.fields.chooseIcon')}
              aria-haspopup="dialog"
              onClick={() => picker.send({ type: 'disclosure.opened' })}
            >
              <IconLayoutGrid size={18} aria-hidden />
            </ActionIcon>
          )
        }
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <LazyDialog isOpen={isOpen}>
        <IconSelectDialog id={attributes.id} disclosure={picker} value={value} onPicked={props.onChange} />
      </LazyDialog>
    </>
  );
}

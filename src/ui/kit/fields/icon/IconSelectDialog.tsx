import '../../form-styles.ts';
import '@mantine/core/styles/Tabs.layer.css';
import { Button, Modal, Skeleton, Tabs, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense, useRef } from 'react';
import { ICON_LIBRARIES, searchIcons, type IconLibrary } from '#domain/base/icon';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectIsOpen, type DisclosureRef } from '#machines/base/disclosure.machine';
import {
  selectIconLibrary,
  selectIcons,
  selectIconsAreEmpty,
  selectIconsFailure,
  selectIconText,
  type IconPickerRef,
} from '#machines/fields/icon-picker.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { takeFocus } from '../../take-focus.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { IconSelectGrid } from './IconSelectGrid.tsx';
import classes from './icon-select.module.css';

interface IconSelectDialogProps {
  /** Name in the journal. */
  readonly id: string;
  readonly disclosure: DisclosureRef;
  /** What the field has; '' for nothing. */
  readonly value: string;
  readonly onPicked: (name: string) => void;
}

/** A window with the icons of one library at a time; the field has the focus again when it closes. */
export function IconSelectDialog({ disclosure, ...props }: IconSelectDialogProps) {
  const isOpen = useSelector(disclosure, selectIsOpen);
  const close = () => disclosure.send({ type: 'disclosure.closed' });
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('resources.kit.fields.chooseIcon')}
      size={680}
      // Gone at once: whoever opens it again while it fades would meet the old choice.
      transitionProps={{ exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
      // What is typed here must not be taken for the form's own.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Suspense fallback={<Skeleton height={420} radius="md" />}>
        <IconChoice
          {...props}
          onPicked={(name) => {
            props.onPicked(name);
            close();
          }}
        />
      </Suspense>
    </Modal>
  );
}

function IconChoice({ id, value, onPicked }: Omit<IconSelectDialogProps, 'disclosure'>) {
  const logic = useBundle('iconPicker');
  const actor = useLeafActor(logic, { id: `iconPicker:${id}`, input: { chosen: value } });
  return <IconPickerView picker={actor} onPicked={onPicked} />;
}

const isLibrary = (name: string | null): name is IconLibrary => ICON_LIBRARIES.some((library) => library === name);

/** Libraries, search and grid. */
export function IconPickerView({ picker, onPicked }: { readonly picker: IconPickerRef; readonly onPicked: (name: string) => void }) {
  const library = useSelector(picker, selectIconLibrary);
  const text = useSelector(picker, selectIconText);
  const isBusy = useSelector(picker, selectIsBusy);
  const grid = useRef<HTMLDivElement>(null);
  return (
    <Tabs
      value={library}
      onChange={(name) => isLibrary(name) && picker.send({ type: 'icons.libraryChosen', library: name })}
      keepMounted={false}
    >
      <Tabs.List className={classes.libraries}>
        {ICON_LIBRARIES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`icons.library.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <TextInput
        ref={takeFocus}
        type="search"
        className={classes.search}
        aria-label={t('icons.search')}
        placeholder={t('icons.search')}
        value={text}
        data-autofocus
        onChange={(event) => picker.send({ type: 'icons.searched', text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !grid.current) return;
          event.preventDefault();
          grid.current.focus();
        }}
      />
      <Tabs.Panel value={library} className={classes.panel} aria-busy={isBusy}>
        <Found picker={picker} grid={grid} onPicked={onPicked} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface FoundProps {
  readonly picker: IconPickerRef;
  readonly grid: React.RefObject<HTMLDivElement | null>;
  readonly onPicked: (name: string) => void;
}

/** The icons that fit, or why there are none. */
function Found({ picker, grid, onPicked }: FoundProps) {
  const library = useSelector(picker, selectIconLibrary);
  const icons = useSelector(picker, selectIcons);
  const text = useSelector(picker, selectIconText);
  const isBusy = useSelector(picker, selectIsBusy);
  const isEmpty = useSelector(picker, selectIconsAreEmpty);
  const failure = useSelector(picker, selectIconsFailure);
  const found = searchIcons(icons, text);
  if (isBusy) return <output className={classes.note}>{t('icons.loading')}</output>;
  if (isEmpty || failure)
    return (
      <div role={failure ? 'alert' : 'status'} className={classes.note}>
        <span>{failure ? <FailureText failure={failure} /> : t(`icons.none.${library}`)}</span>
        <Button variant="default" size="compact-sm" onClick={() => picker.send({ type: 'icons.retried' })}>
          {t('resources.kit.fields.retry')}
        </Button>
      </div>
    );
  return (
    <>
      <output className={classes.count}>{t(found.length > 0 ? 'icons.count' : 'icons.noMatch', { count: found.length })}</output>
      {found.length > 0 && <IconSelectGrid key={`${library} ${text}`} ref={grid} picker={picker} icons={found} onPicked={onPicked} />}
    </>
  );
}

import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../base/i18n.ts';
import { LanguageButton } from '../../kit/LanguageButton.tsx';
import { SchemeButton } from '../../kit/SchemeButton.tsx';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { Specimen } from './Specimen.tsx';

const plus = <IconPlus size={16} aria-hidden />;

/** Everything that is pressed. */
export function ButtonSpecimens() {
  const add = t('dev.kit.sample.add');
  const remove = t('dev.kit.sample.confirm');
  return (
    <>
      <Specimen of="Button" state="idle">
        <Button leftSection={plus}>{add}</Button>
      </Specimen>
      <Specimen of="Button" state="quiet">
        <Group gap="xs">
          <Button variant="default">{add}</Button>
          <Button variant="subtle">{add}</Button>
        </Group>
      </Specimen>
      <Specimen of="Button" state="danger">
        <Group gap="xs">
          <Button color="red">{remove}</Button>
          <Button color="red" variant="subtle">
            {remove}
          </Button>
        </Group>
      </Specimen>
      <Specimen of="Button" state="disabled">
        <Group gap="xs">
          <Button disabled>{add}</Button>
          <Button variant="default" disabled>
            {add}
          </Button>
        </Group>
      </Specimen>
      <Specimen of="Button" state="busy">
        <Button loading loaderProps={{ 'aria-label': t('common.state.loading') }}>
          {add}
        </Button>
      </Specimen>
      <Specimen of="ActionIcon" state="idle">
        <Group gap="xs">
          <ActionIcon variant="default" size="lg" aria-label={add}>
            {plus}
          </ActionIcon>
          <ActionIcon variant="subtle" color="red" size="lg" aria-label={remove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size="lg" aria-label={add} disabled>
            {plus}
          </ActionIcon>
        </Group>
      </Specimen>
      <Specimen of="ToolButton" state="idle">
        <Group gap="xs">
          <ToolButton label={add}>{plus}</ToolButton>
          <SchemeButton />
          <LanguageButton />
        </Group>
      </Specimen>
      <Specimen of="ToolButton" state="pressed">
        <ToolButton label={add} aria-pressed>
          {plus}
        </ToolButton>
      </Specimen>
      <Specimen of="ToolButton" state="disabled">
        <ToolButton label={add} disabled>
          {plus}
        </ToolButton>
      </Specimen>
    </>
  );
}

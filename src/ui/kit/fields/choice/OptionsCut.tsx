import { Text } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { selectTreeOptions, selectUntoldOptions, type OptionTreeRef } from '#machines/fields/option-tree.machine';
import { t } from '../../../base/i18n.ts';

/** Says where there are more options than are shown, and that those which are not stay as they are. */
export function OptionsCut({ actor }: { readonly actor: OptionTreeRef }) {
  const shown = useSelector(actor, selectTreeOptions).length;
  const untold = useSelector(actor, selectUntoldOptions);
  if (untold === 0) return null;
  return (
    <Text size="xs" c="dimmed" role="note">
      {t('resources.kit.fields.optionsCut', { shown: groupedCount(shown), total: groupedCount(shown + untold) })}
    </Text>
  );
}

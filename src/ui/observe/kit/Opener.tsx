import { Button } from '@mantine/core';
import { t } from '../../base/i18n.ts';

/** The button that opens a window. */
export const Opener = ({ onOpen }: { readonly onOpen: () => void }) => (
  <Button variant="default" aria-haspopup="dialog" onClick={onOpen}>
    {t('dev.kit.sample.open')}
  </Button>
);

import { Group } from '@mantine/core';
import { t } from '../../base/i18n.ts';
import { Thumbnail } from '../../kit/fields/files/Thumbnail.tsx';
import { Logo } from '../../kit/Logo.tsx';
import { Markdown } from '../../kit/markdown/Markdown.tsx';
import { MenuIcon } from '../../kit/menu/MenuIcon.tsx';
import { QrCode } from '../../kit/session/QrCode.tsx';
import { Specimen } from './Specimen.tsx';

const ICONS = ['fa fa-dashboard', 'fa fa-group', 'el-icon-Tools', 'el-icon-CoffeeCup', 'local-logo', 'no-such-icon'];

/** What pages show. */
export const ContentSpecimens = () => (
  <>
    <Specimen of="Logo" state="idle">
      <Group gap="xs">
        <Logo sizePx={20} />
        <Logo />
        <Logo sizePx={48} />
      </Group>
    </Specimen>
    <Specimen of="MenuIcon" state="idle">
      <Group gap="xs">
        {ICONS.map((name) => (
          <MenuIcon key={name} name={name} />
        ))}
      </Group>
    </Specimen>
    <Specimen of="Thumbnail" state="filled">
      <Thumbnail address="/samples/tea-green.svg" sizePx={64} alt={t('dev.kit.sample.name')} />
    </Specimen>
    <Specimen of="Thumbnail" state="idle">
      <Thumbnail address="" sizePx={64} />
    </Specimen>
    <Specimen of="QrCode" state="idle">
      <QrCode text="https://example.com/troupe" label={t('dev.kit.sample.code')} />
    </Specimen>
    <Specimen of="Markdown" state="idle">
      <Markdown text={t('dev.kit.sample.markdown')} firstHeading={4} />
    </Specimen>
  </>
);

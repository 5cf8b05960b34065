import '../../../kit/form-styles.ts';
import { Button, Drawer, NativeSelect, SegmentedControl, Slider, Switch } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { LAYOUT_MODES, MENU_WIDTH_LIMITS_PX, PAGE_ANIMATIONS, SCHEMES, type PageAnimation } from '#domain/app/layout';
import { selectIsOpen, type DisclosureRef } from '#machines/base/disclosure.machine';
import { selectLayout } from '#machines/app/layout.machine';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import { DefaultIconChoice } from './DefaultIconChoice.tsx';
import { LayoutColorTable } from './LayoutColorTable.tsx';
import classes from './LayoutDrawer.module.css';

/** Every setting of the frame, shown at once behind the drawer. Source: specification §3, "Layout config"; readings 3.5, 3.6. */
export function LayoutDrawer({ drawer }: { readonly drawer: DisclosureRef }) {
  const { layout } = useApp();
  const config = useSelector(layout, selectLayout);
  const isOpen = useSelector(drawer, selectIsOpen);
  return (
    <Drawer
      opened={isOpen}
      onClose={() => drawer.send({ type: 'disclosure.closed' })}
      position="right"
      size={360}
      title={t('layout.title')}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
      overlayProps={{ backgroundOpacity: 0.04 }}
      classNames={{ title: classes.title ?? '', body: classes.body ?? '' }}
    >
      <p className={classes.lead}>{t('layout.lead')}</p>
      <fieldset className={classes.modes}>
        <legend>{t('layout.mode')}</legend>
        {LAYOUT_MODES.map((mode) => (
          <label key={mode} className={classes.mode}>
            <input
              type="radio"
              name="layout-mode"
              checked={config.mode === mode}
              onChange={() => layout.send({ type: 'layout.modeChosen', mode })}
            />
            <span className={classes.picture} data-mode={mode} aria-hidden="true">
              <i />
              <b />
              <u />
            </span>
            {t(mode === 'Default' ? 'layout.modeDefault' : 'layout.modeClassic')}
          </label>
        ))}
      </fieldset>
      <div className={classes.group}>
        <span id="layout-scheme">{t('layout.scheme')}</span>
        <SegmentedControl
          fullWidth
          aria-labelledby="layout-scheme"
          value={config.scheme}
          data={SCHEMES.map((scheme) => ({ value: scheme, label: t(`common.theme.${scheme}`) }))}
          onChange={(scheme) => layout.send({ type: 'layout.schemeChosen', scheme })}
        />
      </div>
      <h3>{t('layout.menu')}</h3>
      <div className={classes.group}>
        <span>
          {t('layout.menuWidth')} <output>{`${config.menuWidthPx} ${t('layout.pixels')}`}</output>
        </span>
        <Slider
          min={MENU_WIDTH_LIMITS_PX.min}
          max={MENU_WIDTH_LIMITS_PX.max}
          step={2}
          value={config.menuWidthPx}
          label={null}
          thumbLabel={t('layout.menuWidth')}
          onChange={(widthPx) => layout.send({ type: 'layout.menuWidthChosen', widthPx })}
        />
      </div>
      <Switch
        labelPosition="left"
        label={t('layout.collapse')}
        checked={config.collapse}
        onChange={({ currentTarget }) => layout.send({ type: 'layout.collapseChosen', collapse: currentTarget.checked })}
      />
      <Switch
        labelPosition="left"
        label={t('layout.uniqueOpened')}
        checked={config.uniqueOpened}
        onChange={({ currentTarget }) => layout.send({ type: 'layout.uniqueOpenedChosen', uniqueOpened: currentTarget.checked })}
      />
      <Switch
        labelPosition="left"
        label={t('layout.topBar')}
        description={t('layout.topBarHint')}
        checked={config.topBar}
        onChange={({ currentTarget }) => layout.send({ type: 'layout.topBarChosen', topBar: currentTarget.checked })}
      />
      <DefaultIconChoice icon={config.defaultIcon} onChoose={(icon) => layout.send({ type: 'layout.defaultIconChosen', icon })} />
      <NativeSelect
        label={t('layout.animation')}
        value={config.animation}
        data={PAGE_ANIMATIONS.map((animation) => ({ value: animation, label: t(`layout.animations.${animation}`) }))}
        onChange={({ currentTarget }) => layout.send({ type: 'layout.animationChosen', animation: currentTarget.value as PageAnimation })}
      />
      <LayoutColorTable layout={layout} />
      <Button variant="default" fullWidth onClick={() => layout.send({ type: 'layout.resetRequested' })}>
        {t('layout.reset')}
      </Button>
    </Drawer>
  );
}

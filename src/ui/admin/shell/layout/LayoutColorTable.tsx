import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { MINIMUM_CONTRAST, contrastRatio } from '#domain/base/contrast';
import { COLOR_PARTS, type ColorPart } from '#domain/app/layout';
import { selectLayout, type LayoutRef } from '#machines/app/layout.machine';
import { t } from '../../../base/i18n.ts';
import { colorOf } from './layout-colors.ts';
import classes from './LayoutDrawer.module.css';

const PARTNER: Readonly<Record<ColorPart, ColorPart>> = {
  menuBackground: 'menuText',
  menuText: 'menuBackground',
  menuActiveBackground: 'menuActiveText',
  menuActiveText: 'menuActiveBackground',
  headerBackground: 'headerText',
  headerText: 'headerBackground',
};
const TEXT_PARTS = ['menuText', 'menuActiveText', 'headerText'] as const;
const COLOR_SCHEMES = ['light', 'dark'] as const;

/** The colour pairs of menu and header, with a warning where words would be hard to read. */
export function LayoutColorTable({ layout }: { readonly layout: LayoutRef }) {
  const config = useSelector(layout, selectLayout);
  const choose = (part: ColorPart, scheme: 'light' | 'dark', color: string) =>
    layout.send({ type: 'layout.colorChosen', part, scheme, color });
  const warnings = TEXT_PARTS.flatMap((part) =>
    COLOR_SCHEMES.flatMap((scheme) => {
      const ratio = contrastRatio(colorOf(config, part, scheme), colorOf(config, PARTNER[part], scheme));
      return ratio < MINIMUM_CONTRAST ? [{ part, scheme, ratio }] : [];
    }),
  );
  return (
    <section className={classes.colours} aria-labelledby="layout-colours">
      <h3 id="layout-colours">{t('layout.colours')}</h3>
      <p className={classes.lead}>{t('layout.coloursHint')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('layout.part')}</th>
            {COLOR_SCHEMES.map((scheme) => (
              <th key={scheme} scope="col">
                {t(`layout.${scheme}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COLOR_PARTS.map((part) => (
            <tr key={part}>
              <th scope="row">{t(`layout.parts.${part}`)}</th>
              {COLOR_SCHEMES.map((scheme) => (
                <td key={scheme}>
                  <span className={classes.swatch}>
                    <input
                      type="color"
                      aria-label={`${t(`layout.parts.${part}`)} ${t(`layout.${scheme}`)}`}
                      value={colorOf(config, part, scheme)}
                      onChange={({ currentTarget }) => choose(part, scheme, currentTarget.value)}
                    />
                    {config.colors[part][scheme] && (
                      <button type="button" aria-label={t('layout.clearColour')} onClick={() => choose(part, scheme, '')}>
                        <IconX size={12} aria-hidden="true" />
                      </button>
                    )}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <output className={classes.warnings}>
        {warnings.map(({ part, scheme, ratio }) => (
          <span key={part + scheme} className={classes.warning}>
            <IconAlertTriangle size={15} aria-hidden="true" />
            <span>
              {`${t(`layout.parts.${part}`)} · ${t(`layout.${scheme}`)}: `}
              {t('layout.lowContrast', { ratio: ratio.toFixed(1) })}
            </span>
          </span>
        ))}
      </output>
    </section>
  );
}

import { htmlText } from '#server/base/html-text';
import { geometryLine } from '#tests/e2e/support/geometry.ts';
import type { Taken } from './take.ts';

const STYLE = `
  body { margin: 24px; background: #f4f4f1; color: #202422; font: 14px/1.5 system-ui, sans-serif; }
  h2 { margin: 32px 0 8px; font-size: 16px; }
  .row { display: flex; gap: 12px; align-items: flex-start; overflow-x: auto; padding-block-end: 8px; }
  figure { flex: none; margin: 0; }
  img { display: block; max-height: 360px; max-width: 480px; border: 1px solid #d7d9d5; border-radius: 6px; background: #fff; }
  figcaption { color: #5c635f; font-size: 12px; }
  ul { margin: 8px 0; padding-inline-start: 20px; color: #a3321f; font-size: 13px; }
`;

const linesOf = ({ faults, complaints }: Taken): readonly string[] => [...faults.map(geometryLine), ...complaints];

function rowOf(screen: string, all: readonly Taken[]): string {
  const pictures = all.flatMap(({ language, width, pictures }) =>
    pictures.map(
      ([scheme, name]) =>
        `<figure><a href="${htmlText(name)}"><img src="${htmlText(name)}" alt="" loading="lazy" /></a><figcaption>${language} · ${width} · ${scheme}</figcaption></figure>`,
    ),
  );
  const lines = all.flatMap((one) => linesOf(one).map((line) => `<li>${one.language} ${one.width}: ${htmlText(line)}</li>`));
  const list = lines.length > 0 ? `<ul>${lines.join('')}</ul>` : '';
  return `<h2>${htmlText(screen)}</h2>${list}<div class="row">${pictures.join('')}</div>`;
}

/** All pictures on one page, with what does not fit beside them. */
export function contactSheet(taken: readonly Taken[]): string {
  const screens = [...new Set(taken.map(({ screen }) => screen))];
  const rows = screens.map((name) =>
    rowOf(
      name,
      taken.filter(({ screen }) => screen === name),
    ),
  );
  return `<!doctype html><meta charset="utf-8" /><title>Screens</title><style>${STYLE}</style><h1>${screens.length} screens</h1>${rows.join('\n')}`;
}

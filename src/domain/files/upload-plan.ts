import type { Area } from '../base/area.ts';
import type { UploadSettings } from '../app/site-config.ts';
import { suffixOf, type UploadLimits } from './upload-rules.ts';

/** How the files of one field are sent. */
export interface UploadPlan {
  readonly area: Area;
  readonly limits: UploadLimits;
  /** The store that the browser sends to itself, `asked` for a form for each file; null: to the server. */
  readonly store: SharedForm | 'asked' | null;
  /** To the server although the site has a store. */
  readonly forceLocal: boolean;
}

/** A form that is good for all files of somebody. */
export interface SharedForm {
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly saveName: string;
  readonly cdn?: string;
}

const PICTURE_SUFFIXES: ReadonlySet<string> = new Set(['gif', 'jpg', 'jpeg', 'bmp', 'png', 'webp', 'avif', 'svg']);

/** Whether a name's suffix is that of a picture. */
export const isPictureName = (name: string): boolean => PICTURE_SUFFIXES.has(suffixOf(name.split(/[?#]/u, 1)[0] ?? ''));

/** What is left of the allowed types where only pictures are wanted. */
export const pictureTypes = (allowed: readonly string[]): readonly string[] =>
  allowed.flatMap((entry) => {
    const rule = entry.trim().toLowerCase();
    if (rule === '*') return ['image/*'];
    return rule.startsWith('image/') || PICTURE_SUFFIXES.has(rule.replace(/^\./u, '')) ? [rule] : [];
  });

/** What the file dialog of the browser offers first: suffixes with their dot, types as they are. */
export const acceptOf = (allowed: readonly string[]): string =>
  allowed.some((rule) => rule.trim() === '*')
    ? ''
    : allowed.map((rule) => (rule.includes('/') ? rule.trim() : `.${rule.trim().replace(/^\./u, '')}`)).join(',');

export interface PlanWishes {
  readonly area: Area;
  readonly picturesOnly: boolean;
  readonly forceLocal?: boolean;
}

/** Source: specification §3 "Upload configuration", §9 "Upload". */
export function uploadPlan(settings: UploadSettings, { area, picturesOnly, forceLocal = false }: PlanWishes): UploadPlan {
  const { mode, url, params, saveName, cdn, maxSizeBytes, mimeTypes } = settings;
  const asked = area === 'member' && settings.asksForMembers === true ? 'asked' : null;
  const shared = mode === 'local' || !url ? null : { url, params, saveName, ...(cdn && { cdn }) };
  return {
    area,
    limits: { maxSizeBytes, allowedTypes: picturesOnly ? pictureTypes(mimeTypes) : mimeTypes },
    store: forceLocal ? null : (asked ?? shared),
    forceLocal,
  };
}

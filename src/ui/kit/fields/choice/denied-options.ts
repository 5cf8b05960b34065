import { findSection, type KnownSection } from '#actors/base/resource-book';
import { isForbidden } from '#api/contract/base/refusal';
import type { Failure } from '#domain/base/failure';
import { pagePathOf } from '#domain/table/resource';
import { hasText, t, text } from '../../../base/i18n.ts';
import { failureText } from '../../feedback/FailureText.tsx';
import { resourceLabel } from '../../resource-texts.ts';

/** The page of a section as rights call it. */
function pageInWords(resource: KnownSection): string {
  const key = `menu.${pagePathOf(resource).replaceAll('/', '.')}`;
  return hasText(key) ? text(key) : resourceLabel(resource);
}

/**
 * What whoever may not see the section that is chosen from lacks, so that they can pass it on; null where another try may help.
 * A section designed at run time is not known here to whoever may not open it, and then has no name.
 */
export function deniedOptions(of: string, failure: Failure): string | null {
  const resource = findSection(of);
  if (!resource) return failureText(failure);
  if (!isForbidden(failure)) return null;
  return t('resources.kit.fields.optionsDenied', { right: `${pageInWords(resource)} → ${t('menu.action.index')}` });
}

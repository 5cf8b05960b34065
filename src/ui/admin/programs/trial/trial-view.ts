import { actionOf, type ApiOperationEntry } from '#domain/programs/api-operation';
import type { apiCallMachine } from '#machines/programs/api-call.machine';
import type { ApiExplorerRef } from '#machines/programs/api-explorer.machine';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { inSentence } from '../../../kit/resource-texts.ts';

/** What the views of the page share. */
export interface TrialViewProps {
  readonly trial: ApiExplorerRef;
  readonly callLogic: typeof apiCallMachine;
  /** Of the server, as other programs write it. */
  readonly origin: string;
}

/** What a call of every section does, by its method and the last part of its address. */
const DEEDS = {
  'GET index': 'list',
  'GET edit': 'read',
  'POST add': 'add',
  'POST edit': 'edit',
  'DELETE del': 'del',
  'POST sortable': 'sort',
  'GET export': 'export',
  'POST bulk': 'bulk',
  'POST import': 'import',
  'POST cancelImport': 'cancelImport',
  'POST undo': 'undo',
  'GET offers': 'offers',
  'GET board': 'board',
  'GET life': 'life',
  'POST place': 'place',
} as const;

type Deed = keyof typeof DEEDS;

/** What a call does, in the reader's language; what only one section has, by the summary of the document. */
export function deedOf(entry: ApiOperationEntry): { readonly text: string; readonly lang?: 'en' } {
  const key = `${entry.method} ${actionOf(entry)}`;
  const section = inSentence(entry.titles[pageLanguage()]);
  if (Object.hasOwn(DEEDS, key)) return { text: t(`apiTrial.deed.${DEEDS[key as Deed]}`, { section }) };
  if (entry.event) return { text: t('apiTrial.deed.event', { section, event: entry.event[pageLanguage()] }) };
  return { text: entry.summary, lang: 'en' };
}

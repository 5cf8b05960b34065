import type { RichTextEditorLabels } from '@mantine/tiptap';
import { t } from '../../../base/i18n.ts';

/** What the library's own buttons are called. */
export const richTextLabels = (): Partial<RichTextEditorLabels> => ({
  h1ControlLabel: t('fields.richText.heading', { level: 1 }),
  h2ControlLabel: t('fields.richText.heading', { level: 2 }),
  h3ControlLabel: t('fields.richText.heading', { level: 3 }),
  boldControlLabel: t('fields.richText.bold'),
  italicControlLabel: t('fields.richText.italic'),
  strikeControlLabel: t('fields.richText.strike'),
  codeControlLabel: t('fields.richText.code'),
  bulletListControlLabel: t('fields.richText.bulletList'),
  orderedListControlLabel: t('fields.richText.orderedList'),
  blockquoteControlLabel: t('fields.richText.quote'),
  codeBlockControlLabel: t('fields.richText.codeBlock'),
  undoControlLabel: t('fields.richText.undo'),
  redoControlLabel: t('fields.richText.redo'),
});

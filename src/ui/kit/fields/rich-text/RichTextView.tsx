import '@mantine/core/styles/Typography.layer.css';
import { Typography } from '@mantine/core';
import { cleanRichText } from '#domain/fields/rich-text';
import classes from './rich-text.module.css';

/** Rich text to be read. It is cleaned here as well: what the database holds need not have come by our forms. */
export function RichTextView({ html }: { readonly html: string }) {
  // The one place that turns stored text into elements.
  // oxlint-disable-next-line react/no-danger -- cleaned by the list of what may stay
  return <Typography className={classes.read} dangerouslySetInnerHTML={{ __html: cleanRichText(html) }} />;
}

import type { Schema } from '#domain/programs/api-operation';
import { schemaLines } from '#domain/programs/schema-example';
import { t } from '../../../base/i18n.ts';
import classes from './trial.module.css';

/** What is in a schema, a line for each name. */
export function SchemaTable({ title, schema }: { readonly title: string; readonly schema: Schema }) {
  const lines = schemaLines(schema);
  return (
    <details className={classes.more}>
      <summary>{title}</summary>
      {lines.length === 0 ? (
        <p className={classes.soft}>{t('apiTrial.anything')}</p>
      ) : (
        <ul className={classes.schema}>
          {lines.map(({ name, depth, type, isRequired, rule, description }, place) => (
            <li key={place} style={{ paddingInlineStart: depth * 16 }}>
              <code>{name}</code>
              <span className={classes.type}>{type}</span>
              {isRequired && <span className={classes.required}>{t('apiTrial.required')}</span>}
              {(rule !== '' || description !== '') && (
                <span className={classes.soft}>{[rule, description].filter(Boolean).join(' · ')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

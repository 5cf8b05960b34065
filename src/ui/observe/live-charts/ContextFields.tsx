import { shownCopy } from '#actors/observe/flow-copy';
import { t } from '../../base/i18n.ts';
import classes from './ActorDetails.module.css';

/** Long enough to be folded. */
const LONG = 60;

/** What an actor holds, field by field, without anything secret or personal. */
export function ContextFields({ context }: { readonly context: unknown }) {
  const copy = shownCopy(context ?? {});
  const fields = typeof copy === 'object' && copy !== null ? Object.entries(copy) : [];
  if (fields.length === 0) return <p className={classes.hint}>{t('flows.details.contextEmpty')}</p>;
  return (
    <dl className={classes.fields}>
      {fields.map(([name, value]) => {
        const text = JSON.stringify(value);
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {text.length <= LONG ? (
                <code>{text}</code>
              ) : (
                <details>
                  <summary>
                    <code>{`${text.slice(0, LONG)}…`}</code>
                  </summary>
                  <pre>{JSON.stringify(value, null, 2)}</pre>
                </details>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

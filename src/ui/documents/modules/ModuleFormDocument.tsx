import type { DocumentFrame, ModuleFormContent, ModuleInput, Words } from '#domain/site/document-page';
import buttons from '../parts/buttons.module.css';
import { Crumbs } from '../parts/Crumbs.tsx';
import { Local } from '../parts/Local.tsx';
import texts from '../texts/texts.module.css';
import classes from './modules.module.css';

interface Props {
  readonly content: ModuleFormContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** A form of a module. What sends it comes when somebody begins to fill it in; the words that it needs stand in the page. */
export function ModuleFormDocument({ content, frame: { language }, words }: Props) {
  const { title, intro, crumbs, uid, section, owner, inputs, done } = content;
  const said = { proving: words('site.module.proving'), sending: words('site.module.sending'), failed: words('site.module.failed') };
  return (
    <div className={texts.page}>
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} language={language} words={words} />}
      <h1 className={texts.title}>
        <Local of={title} />
      </h1>
      {intro.text !== '' && (
        <p className={texts.soft}>
          <Local of={intro} />
        </p>
      )}
      {/* What a browser sends by itself, should it ever come to that, stands in no address. */}
      <form
        method="post"
        className={classes.form}
        data-sends={JSON.stringify({ uid, section, language, owner, said: { ...said, done } })}
        aria-label={title.text}
      >
        {inputs.map((input) => (
          <Input key={input.key} input={input} words={words} />
        ))}
        <p className={classes.note}>{words('site.module.proof')}</p>
        <button className={buttons.primary} type="submit" disabled>
          {words('site.module.send')}
        </button>
        <output className={classes.status} data-status />
        <noscript>
          <p>{words('site.module.noScript')}</p>
        </noscript>
      </form>
    </div>
  );
}

function Input({ input, words }: { readonly input: ModuleInput; readonly words: Words }) {
  const { key, kind, label, hint, isRequired } = input;
  const id = `field-${key}`;
  const about = [...(hint === '' ? [] : [`${id}-hint`]), `${id}-issue`].join(' ');
  return (
    <div className={kind === 'switch' ? classes.tick : classes.field}>
      <label htmlFor={id}>
        {label}
        {!isRequired && kind !== 'switch' && <span className={classes.optional}>{words('site.module.optional')}</span>}
      </label>
      <Control input={input} id={id} about={about} />
      {hint !== '' && (
        <p className={classes.note} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className={classes.issue} id={`${id}-issue`} data-issue={key} hidden />
    </div>
  );
}

const TYPES = { text: 'text', email: 'email', tel: 'tel', number: 'number', date: 'date', switch: 'checkbox' } as const;
const COMPLETES = { email: 'email', tel: 'tel' } as const;

function Control({ input, id, about }: { readonly input: ModuleInput; readonly id: string; readonly about: string }) {
  const { key, kind, isRequired, maxLength, options } = input;
  const common = { id, name: key, required: isRequired, 'aria-describedby': about };
  // The browser counts otherwise than the server, and would cut off what still fits.
  const most = maxLength === null ? {} : { maxLength: maxLength * 2 };
  if (kind === 'long') return <textarea {...common} {...most} rows={6} />;
  if (kind === 'choice')
    return (
      <select {...common}>
        {!isRequired && <option value="">–</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  const complete = kind === 'email' || kind === 'tel' ? { autoComplete: COMPLETES[kind] } : {};
  return <input {...common} {...(kind !== 'switch' && most)} {...complete} type={TYPES[kind]} />;
}

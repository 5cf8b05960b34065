import { Select, Switch, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Texts } from '#domain/fields/kinds/base/declared';
import { selectTypedNumber, typedNumberLogic } from '#machines/fields/typed-number.logic';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { numberFrom, type NumberValue } from '../../../kit/fields/base/use-typed-number.ts';
import { Property, Tip } from './Property.tsx';
import classes from './properties.module.css';

interface InputProps<Value> {
  readonly label: string;
  readonly tip: string;
  readonly error?: string | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

const LANGUAGES = ['zh-cn', 'en'] as const;

/** A text in both languages, the page's own first; empty ones are left out. */
export function TextPair({ label, tip, error, value, onChange, max = 60 }: InputProps<Texts | undefined> & { readonly max?: number }) {
  const languages = pageLanguage() === 'en' ? LANGUAGES.toReversed() : LANGUAGES;
  const set = (language: (typeof LANGUAGES)[number], typed: string) => {
    const { [language]: _before, ...others } = value ?? {};
    onChange(typed === '' ? others : { ...others, [language]: typed });
  };
  return (
    <Property label={label} tip={tip} error={error}>
      {(ids) => (
        <div className={classes.pair}>
          {languages.map((language, index) => (
            <TextInput
              key={language}
              {...(index === 0 ? ids : { 'aria-label': `${label} (${t(`designer.language.${language}`)})` })}
              size="sm"
              lang={language === 'en' ? 'en' : 'zh-CN'}
              maxLength={max}
              error={index === 0 && error !== undefined && error !== ''}
              leftSection={<span className={classes.language}>{language === 'en' ? 'EN' : '中'}</span>}
              value={value?.[language] ?? ''}
              onChange={(event) => set(language, event.currentTarget.value)}
            />
          ))}
        </div>
      )}
    </Property>
  );
}

interface ChoiceProps extends InputProps<string> {
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly isSearchable?: boolean;
  readonly placeholder?: string;
}

export const ChoiceInput = ({ label, tip, error, value, data, isSearchable = false, placeholder, onChange }: ChoiceProps) => (
  <Property label={label} tip={tip} error={error}>
    {(ids) => (
      <Select
        {...ids}
        size="sm"
        data={[...data]}
        value={value}
        allowDeselect={false}
        searchable={isSearchable}
        selectFirstOptionOnChange={isSearchable}
        error={error !== undefined && error !== ''}
        {...(placeholder !== undefined && { placeholder })}
        onChange={(next) => next !== null && onChange(next)}
      />
    )}
  </Property>
);

interface AmountProps extends InputProps<number | null> {
  readonly lowest?: number;
  /** An empty box says nothing: the number stays, and stands there again when the box is left. */
  readonly isNeeded?: boolean;
  /** Digits behind the point. */
  readonly decimals?: number;
  readonly suffix?: string;
}

export function AmountInput({ label, tip, error, value, lowest, isNeeded = false, decimals = 0, suffix, onChange }: AmountProps) {
  const typing = useLeafActor(typedNumberLogic, { id: `typedNumber:${label}` });
  const typed = useSelector(typing, selectTypedNumber);
  const wrong = typed ? wrongOf(typed.value, decimals, lowest) : null;
  const isTyped = typed !== null && (wrong !== null || typed.value === value || typed.value === null);
  return (
    <Property label={label} tip={tip} error={wrong ?? error}>
      {(ids) => (
        <TextInput
          {...ids}
          size="sm"
          inputMode={decimals === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={isTyped ? typed.shown : (value ?? '')}
          onChange={({ currentTarget: { value: shown } }) => {
            const next = numberFrom(shown, decimals);
            typing.send({ type: 'number.typed', shown, value: next });
            if (typeof next === 'string' || wrongOf(next, decimals, lowest) !== null || (next === null && isNeeded)) return;
            onChange(next);
          }}
          // What is refused stays in sight with the reason.
          onBlur={() => wrong === null && typing.send({ type: 'number.left' })}
          {...(suffix !== undefined && { rightSection: suffix, rightSectionPointerEvents: 'none' })}
        />
      )}
    </Property>
  );
}

/** Why a number is not taken, in words; null where it is. */
function wrongOf(value: NumberValue, decimals: number, lowest: number | undefined): string | null {
  if (typeof value === 'string') return t(decimals === 0 ? 'validation.integer' : 'validation.number');
  return value !== null && lowest !== undefined && value < lowest ? t('validation.min', { min: lowest }) : null;
}

export const YesNo = ({ label, tip, value, onChange }: InputProps<boolean>) => (
  <div className={classes.yesNo}>
    <Switch label={label} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
    <Tip text={tip} />
  </div>
);

import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import type { Texts } from '#domain/fields/kinds/base/declared';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { numberFrom, useTypedNumber } from '../../../kit/fields/base/use-typed-number.ts';
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
  const typing = useTypedNumber({
    id: label,
    value,
    read: (typed) => {
      const number = numberFrom(typed);
      if (number === null) return typed === '' && !isNeeded ? null : undefined;
      return lowest !== undefined && number < lowest ? undefined : number;
    },
    onChange,
  });
  return (
    <Property label={label} tip={tip} error={error}>
      {(ids) => (
        <NumberInput
          {...ids}
          {...typing}
          size="sm"
          hideControls
          decimalScale={decimals}
          // A comma parts thousands.
          allowedDecimalSeparators={['.']}
          {...(lowest !== undefined && { min: lowest })}
          {...(suffix !== undefined && { suffix })}
        />
      )}
    </Property>
  );
}

export const YesNo = ({ label, tip, value, onChange }: InputProps<boolean>) => (
  <div className={classes.yesNo}>
    <Switch label={label} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
    <Tip text={tip} />
  </div>
);

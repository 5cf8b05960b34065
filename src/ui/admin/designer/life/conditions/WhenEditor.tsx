import type { Condition } from '#domain/life/life';
import { Tip } from '../../properties/Property.tsx';
import properties from '../../properties/properties.module.css';
import { ConditionList } from './ConditionList.tsx';

interface WhenEditorProps {
  readonly title: string;
  readonly tip: string;
  /** Only the record's own fields may be asked for. */
  readonly isOwn: boolean;
  /** Under which it is kept; it cannot ask for itself. */
  readonly names: readonly string[];
  /** Each of them has to hold. */
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** What has to hold: a sentence for each thing that is asked, and a plain form for it. */
export const WhenEditor = ({ title, tip, ...list }: WhenEditorProps) => (
  <fieldset className={properties.group}>
    <legend>
      {title} <Tip text={tip} />
    </legend>
    <ConditionList {...list} depth={0} />
  </fieldset>
);

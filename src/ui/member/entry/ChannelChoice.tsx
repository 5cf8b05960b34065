import type { Channel } from '#domain/members/channel';
import { t } from '../../base/i18n.ts';
import classes from './entry.module.css';

export interface ChannelChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly channels: readonly Channel[];
  readonly chosen: Channel;
  readonly onChoose: (channel: Channel) => void;
}

/** Mail or text message; nothing where there is no choice. */
export function ChannelChoice({ id, label, channels, chosen, onChoose }: ChannelChoiceProps) {
  if (channels.length < 2) return null;
  return (
    <fieldset className={classes.channels}>
      <legend>{label}</legend>
      {channels.map((channel) => (
        <label key={channel}>
          <input type="radio" name={`${id}-channel`} checked={channel === chosen} onChange={() => onChoose(channel)} />
          <span>{t(`entryForms.register.${channel}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

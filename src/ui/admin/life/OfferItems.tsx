import { Menu } from '@mantine/core';
import { isOpenOffer, reasonsAgainst, type LifeOffer } from '#domain/life/record-life';
import { t } from '../../base/i18n.ts';
import classes from './life.module.css';

interface OfferItemsProps {
  readonly offers: readonly LifeOffer[];
  readonly onChoose: (offer: LifeOffer) => void;
}

/** Events in a menu; one that would be refused is grey, can be reached, and says why. */
export const OfferItems = ({ offers, onChoose }: OfferItemsProps) =>
  offers.length === 0 ? (
    <Menu.Label>{t('recordLife.none')}</Menu.Label>
  ) : (
    offers.map((offer) => (
      <Menu.Item
        key={offer.event}
        className={classes.offerItem}
        closeMenuOnClick={false}
        {...(!isOpenOffer(offer) && { 'aria-disabled': true, 'data-refused': true })}
        onClick={() => onChoose(offer)}
      >
        <span>{offer.label}</span>
        {isOpenOffer(offer) && offer.second !== null && <small>{t('recordLife.second')}</small>}
        {reasonsAgainst(offer).map(({ message }) => (
          <small key={message}>{message}</small>
        ))}
      </Menu.Item>
    ))
  );

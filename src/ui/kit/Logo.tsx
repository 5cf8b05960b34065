import classes from './Logo.module.css';

export interface LogoProps {
  /** Address of the site's own logo, '' for the product's mark. */
  readonly src?: string;
  readonly sizePx?: number;
}

/** The product's mark as the page has it for its tab, so that nothing is fetched for it; '' where there is none. */
export const markInPage = (): string => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '';

/** The site's logo, or the product's mark. It stands beside the name, so it says nothing itself. */
export function Logo({ src = '', sizePx = 28 }: LogoProps) {
  return <img className={classes.logo} src={src || '/logo.svg'} alt="" width={sizePx} height={sizePx} decoding="async" />;
}

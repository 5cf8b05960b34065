import classes from './Logo.module.css';

export interface LogoProps {
  /** Address of the site's own logo, '' for the product's mark. */
  readonly src?: string;
  readonly sizePx?: number;
}

/** The site's logo, or the product's mark. It stands beside the name, so it says nothing itself. */
export function Logo({ src = '', sizePx = 28 }: LogoProps) {
  return <img className={classes.logo} src={src || '/logo.svg'} alt="" width={sizePx} height={sizePx} decoding="async" />;
}

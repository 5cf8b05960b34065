import classes from './Illustration.module.css';

/** A chart at work: states, the ways between them, one of them lit. Decoration only. */
export function Illustration() {
  return (
    <svg className={classes.art} viewBox="0 0 520 300" fill="none" aria-hidden="true" focusable="false">
      <g className={classes.ways}>
        <path d="M116 78h88" />
        <path d="M316 78c52 0 64 22 64 62" />
        <path d="M380 196c0 40-26 56-64 56" />
        <path d="M204 252c-66 0-96-26-96-66v-74" />
        <path d="M260 112v106" />
        <path d="M380 140c0-20-30-28-64-34" strokeDasharray="3 7" />
      </g>
      <g className={classes.heads}>
        <path d="M198 72l8 6-8 6" />
        <path d="M374 134l6 8 6-8" />
        <path d="M322 246l-8 6 8 6" />
        <path d="M102 118l6-8 6 8" />
        <path d="M254 212l6 8 6-8" />
      </g>
      <g className={classes.states}>
        <rect x="52" y="50" width="64" height="56" rx="28" />
        <rect x="324" y="142" width="112" height="54" rx="14" />
        <rect x="204" y="224" width="112" height="54" rx="14" />
      </g>
      <rect className={classes.halo} x="196" y="42" width="128" height="72" rx="22" />
      <rect className={classes.lit} x="204" y="50" width="112" height="56" rx="14" />
      <g className={classes.words}>
        <rect x="228" y="70" width="64" height="6" rx="3" />
        <rect x="228" y="82" width="40" height="5" rx="2.5" />
        <rect x="348" y="160" width="64" height="6" rx="3" />
        <rect x="348" y="172" width="44" height="5" rx="2.5" />
        <rect x="228" y="242" width="56" height="6" rx="3" />
        <rect x="228" y="254" width="36" height="5" rx="2.5" />
        <circle cx="84" cy="78" r="9" />
      </g>
      <circle className={classes.pulse} r="5" opacity="0">
        {/* Until the page has loaded nothing moves, and it would lie in the corner. */}
        <set attributeName="opacity" to="1" />
        <animateMotion
          dur="7s"
          repeatCount="indefinite"
          path="M116 78h88h112c52 0 64 22 64 62v56c0 40-26 56-64 56H204c-66 0-96-26-96-66v-74"
        />
      </circle>
    </svg>
  );
}

import classes from './shell.module.css';

/** The mark and the name, as on the sign-in pages. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <svg
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M16 3 28 9.5v13L16 29 4 22.5v-13z" />
        <path d="M4 9.5 16 16l12-6.5M16 16v13" opacity=".55" />
      </svg>
      Twin Platform
    </span>
  );
}

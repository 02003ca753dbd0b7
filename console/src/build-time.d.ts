declare module 'virtual:theme-variables.css';

/** Below this address are the texts: `<locale>/<part>.js`. */
declare const __TEXTS__: string;

/** The product's version, from the root package.json at build time. */
declare const __VERSION__: string;

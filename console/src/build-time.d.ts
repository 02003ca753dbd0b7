declare module 'virtual:texts/*' {
  const messages: import('@lingui/core').Messages;
  export default messages;
}

declare module 'virtual:theme-variables.css';

/** The product's version, from the root package.json at build time. */
declare const __VERSION__: string;

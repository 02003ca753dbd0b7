/** The Content-Security-Policy of every answer. */
import { createHash } from 'node:crypto';

/** Where the assistant on the person's own machine listens: under both names of it. */
const assistantAt = (port: number): string[] => [`http://127.0.0.1:${port}`, `http://localhost:${port}`];

type Extra = {
  style?: string;
  scripts?: readonly string[];
  pictures?: string | null;
  forms?: readonly string[];
  assistantPort?: number;
};

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Scripts, styles and fonts are files of this server: nothing else written into a page runs, or changes how it looks.
 * `style` and `scripts`: what such elements the page itself has, by their texts. `pictures`: an origin besides this
 * server that pictures may come from. `forms`: what forms may be posted to besides this server. `assistantPort`: where
 * the trust assistant listens, for pages that may ask it.
 */
export function pagePolicy({ style, scripts = [], pictures, forms = [], assistantPort }: Extra = {}): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts.map(hashOf)],
    'style-src': ["'self'", ...(style === undefined ? [] : [hashOf(style)])],
    'img-src': ["'self'", ...(pictures ? [pictures] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(assistantPort === undefined ? [] : assistantAt(assistantPort))],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...forms],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

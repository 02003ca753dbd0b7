/** The Content-Security-Policy of every answer. */
import { createHash } from 'node:crypto';

/** Where the assistant on the person's own machine listens: under both names of it. */
const assistantAt = (port: number): string[] => [`http://127.0.0.1:${port}`, `http://localhost:${port}`];

type Extra = {
  style?: string;
  script?: string;
  pictures?: string | null;
  forms?: readonly string[];
  assistantPort?: number;
};

const hashOf = (text: string | undefined): string[] =>
  text === undefined ? [] : [`'sha256-${createHash('sha256').update(text).digest('base64')}'`];

/**
 * Scripts, styles and fonts are files of this server: nothing written into a page runs, or changes how it looks.
 * `style` and `script`: the one such element that the page has, by its text. `pictures`: an origin besides this server
 * that pictures may come from. `forms`: what forms may be posted to besides this server. `assistantPort`: where the
 * trust assistant listens, for pages that may ask it.
 */
export function pagePolicy({ style, script, pictures, forms = [], assistantPort }: Extra = {}): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashOf(script)],
    'style-src': ["'self'", ...hashOf(style)],
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

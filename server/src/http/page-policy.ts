/** The Content-Security-Policy of every answer. */
import { createHash } from 'node:crypto';

/** Where the assistant on the person's own machine listens. */
const ASSISTANT = ['http://127.0.0.1:8900', 'http://localhost:8900'];

/**
 * Scripts, styles and fonts are files of this server: nothing written into a page runs, or changes how it looks.
 * `style`: the one style element that the page has, by its text. `pictures`: an origin besides this server that
 * pictures may come from.
 */
export function pagePolicy({ style, pictures }: { style?: string; pictures?: string | null } = {}): string {
  const styles = style === undefined ? [] : [`'sha256-${createHash('sha256').update(style).digest('base64')}'`];
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", ...(pictures ? [pictures] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...ASSISTANT],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

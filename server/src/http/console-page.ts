/** The page that loads the console, with what the console must know before it asks anything. */
import { readFileSync, statSync } from 'node:fs';
import { OFFER_ELEMENT, type ClientTool } from '@signet/contract/client-tools';
import { pack, type Packed } from './packed.ts';

/** `scripts`: what runs of what is written into the page, by its text. */
export type ConsolePage = Packed & { scripts: string[] };

/** JSON that ends no element of the page it stands in; a block of data runs nothing, so no policy is asked for it. */
const dataElement = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

/**
 * Answers the page of the built console; null before it is built. It is put together when the built one or what it
 * holds has changed, and kept.
 */
export function consolePage(file: string, offer: () => ClientTool[]): () => Promise<ConsolePage | null> {
  let kept: { of: string; page: Promise<ConsolePage> } | null = null;
  return async () => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return null;
    const tools = offer();
    const of = `${stat.mtimeMs} ${stat.size} ${JSON.stringify(tools)}`;
    if (kept?.of !== of) kept = { of, page: make(readFileSync(file, 'utf8'), tools) };
    return kept.page;
  };
}

async function make(built: string, tools: ClientTool[]): Promise<ConsolePage> {
  const html = built.replace('</head>', () => `${dataElement(OFFER_ELEMENT, tools)}</head>`);
  const scripts = [...built.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  return { ...(await pack(html)), scripts };
}

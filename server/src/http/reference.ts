/** The OpenAPI document as a page to read, made once. */
import { escapeHtml, PLAIN_STYLE, plainPage } from './plain-page.ts';

type Json = Record<string, unknown>;
type Operation = {
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { description: string }>;
  requestBody?: unknown;
};

function json(value: unknown): string {
  return `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

function contentOf(holder: unknown): unknown {
  const content = (holder as { content?: Record<string, { schema: unknown }> } | undefined)?.content;
  return content?.['application/json']?.schema;
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const success = Object.keys(operation.responses).find((code) => code.startsWith('2')) ?? '200';
  const body = contentOf(operation.requestBody);
  const answer = contentOf(operation.responses[success]);
  const parameters = operation.parameters
    .map((one) => `<li><code>${escapeHtml(one.name)}</code> in ${one.in}${one.required ? ', required' : ''}</li>`)
    .join('');
  const codes = Object.entries(operation.responses)
    .map(([code, { description }]) => `<li><code>${code}</code> ${escapeHtml(description)}</li>`)
    .join('');
  const details = (summary: string, schema: unknown): string =>
    schema ? `<details><summary>${summary}</summary>${json(schema)}</details>` : '';
  return `<section><h3><span class="m">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)} ${escapeHtml(operation.description)}</p>
${parameters ? `<h4>Parameters</h4><ul>${parameters}</ul>` : ''}${details('Body', body)}
<h4>Answers</h4><ul>${codes}</ul>${details(`Body of ${success}`, answer)}</section>`;
}

/** What the reference has beside the style of every page of the server. */
const OWN_STYLE = `nav{display:flex;flex-wrap:wrap;gap:6px 16px;margin:8px 0 0;padding:12px 16px;
  border:1px solid var(--sg-line);border-radius:8px}
nav a{min-height:24px}
h2{margin:48px 0 0;padding-bottom:8px;border-bottom:1px solid var(--sg-line);font-size:1.25rem;
  letter-spacing:-.012em;scroll-margin-top:16px}
h3{margin:28px 0 6px;font-size:.9375rem;overflow-wrap:anywhere}
h4{margin:12px 0 2px;font-size:.8125rem;color:var(--sg-text-3);font-weight:500}
section p{margin:0}
ul{margin:0;padding-left:20px;font-size:.875rem;color:var(--sg-text-2)}
code,pre{font-family:'JetBrains Mono Variable','JetBrains Mono',ui-monospace,monospace;font-size:.875em}
.m{display:inline-block;min-width:4.25rem;margin-right:8px;padding:0 8px;border-radius:4px;
  background:var(--sg-brand-tint);color:var(--sg-brand-ink);font-size:.75rem;line-height:22px;text-align:center}
details{margin-top:8px;font-size:.875rem}
summary{cursor:pointer;color:var(--sg-link);min-height:24px;width:max-content}
pre{overflow:auto;margin:6px 0 0;padding:12px 14px;border:1px solid var(--sg-line);border-radius:8px;
  background:var(--sg-bg-sunken);font-size:12px;line-height:18px}
`;

/** The reference page of an OpenAPI document; `stylePath` is where its style sheet is served. */
export function referencePage(document: Json, stylePath: string): string {
  const areas = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(
    document['paths'] as Record<string, Record<string, Operation & { tags: string[] }>>,
  )) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? '';
      areas.set(tag, [...(areas.get(tag) ?? []), operationHtml(path, method, operation)]);
    }
  }
  const links = [...areas.keys()].map((tag) => `<a href="#${tag}">${tag}</a>`).join('\n');
  const sections = [...areas].map(([tag, parts]) => `<h2 id="${tag}">${tag}</h2>${parts.join('\n')}`).join('\n');
  const head =
    '<h1>Signet API</h1><p>Every call of this server, as it is declared. ' +
    '<a href="/account/api/openapi.json">The same as an OpenAPI 3.1 document</a>. ' +
    '<a href="/account">To the console</a>.</p>';
  return plainPage({
    locale: 'en_US',
    title: 'Signet API',
    stylePath,
    main: `${head}<nav aria-label="Areas">${links}</nav>${sections}`,
  });
}

export const referenceStyle = `${PLAIN_STYLE}${OWN_STYLE}`;

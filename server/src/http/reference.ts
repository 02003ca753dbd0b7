/** The OpenAPI document as a page to read: plain HTML, no script, made once. */
type Json = Record<string, unknown>;
type Operation = { summary: string; description: string; parameters: { name: string; in: string; required: boolean }[]; responses: Record<string, { description: string }>; requestBody?: unknown };

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function json(value: unknown): string {
  return `<pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`;
}

function contentOf(holder: unknown): unknown {
  const content = (holder as { content?: Record<string, { schema: unknown }> } | undefined)?.content;
  return content?.['application/json']?.schema;
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const success = Object.keys(operation.responses).find((code) => code.startsWith('2')) ?? '200';
  const body = contentOf(operation.requestBody);
  const answer = contentOf(operation.responses[success]);
  const parameters = operation.parameters.map((one) => `<li><code>${escape(one.name)}</code> in ${one.in}${one.required ? ', required' : ''}</li>`).join('');
  const codes = Object.entries(operation.responses).map(([code, { description }]) => `<li><code>${code}</code> ${escape(description)}</li>`).join('');
  return `<section><h3><span class="m">${method.toUpperCase()}</span> <code>${escape(path)}</code></h3><p>${escape(operation.summary)} ${escape(operation.description)}</p>
${parameters ? `<h4>Parameters</h4><ul>${parameters}</ul>` : ''}${body ? `<details><summary>Body</summary>${json(body)}</details>` : ''}
<h4>Answers</h4><ul>${codes}</ul>${answer ? `<details><summary>Body of ${success}</summary>${json(answer)}</details>` : ''}</section>`;
}

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}h2{margin-top:3rem;border-bottom:1px solid}h3{font-size:1rem;margin:2rem 0 .25rem;overflow-wrap:anywhere}h4{margin:.75rem 0 0;font-size:.875rem}ul{margin:0;padding-left:1.25rem}.m{display:inline-block;min-width:4.5rem}pre{overflow:auto;font-size:12px;border:1px solid;padding:.75rem}`;

/** The reference page of an OpenAPI document; `stylePath` is where its style sheet is served. */
export function referencePage(document: Json, stylePath: string): string {
  const areas = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Operation & { tags: string[] }>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? '';
      areas.set(tag, [...(areas.get(tag) ?? []), operationHtml(path, method, operation)]);
    }
  }
  const links = [...areas.keys()].map((tag) => `<a href="#${tag}">${tag}</a>`).join(' · ');
  const sections = [...areas].map(([tag, parts]) => `<h2 id="${tag}">${tag}</h2>${parts.join('\n')}`).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Signet API</title><link rel="stylesheet" href="${stylePath}"></head><body><main><h1>Signet API</h1><p>${links}</p>${sections}</main></body></html>`;
}

export const referenceStyle = STYLE;

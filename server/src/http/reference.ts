/** The OpenAPI document as a page to read, made once. */
import { escapeHtml, PLAIN_STYLE, plainPage } from './plain-page.ts';

type Json = Record<string, unknown>;
type Answer = { description: string; content?: unknown };
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Json };
type Operation = {
  summary: string;
  description: string;
  parameters: Parameter[];
  responses: Record<string, Answer | { $ref: string }>;
  requestBody?: unknown;
};
type Components = { schemas: Record<string, Json>; responses: Record<string, Answer> };

const SHAPE = '#/components/schemas/';
const shapeLink = (name: string): string => `<a href="#shape-${name}"><code>${name}</code></a>`;

/** A schema to read; what it refers to is a link. */
function json(value: unknown): string {
  const text = escapeHtml(JSON.stringify(value, null, 2));
  return `<pre tabindex="0">${text.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#shape-$1">$1</a>')}</pre>`;
}

/** What a body holds: the name of its shape, or of its type where it is no JSON. */
function contentOf(holder: unknown): string {
  const content = (holder as { content?: Record<string, { schema: { $ref?: string } }> } | undefined)?.content ?? {};
  const [first] = Object.entries(content);
  if (!first) return '';
  const [type, { schema }] = first;
  return schema.$ref === undefined ? escapeHtml(type) : shapeLink(schema.$ref.slice(SHAPE.length));
}

/** Marks of code in a text, as code. */
const marked = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function parameterHtml({ name, in: place, required, description = '', schema }: Parameter): string {
  const fallback = schema['default'] === undefined ? '' : ` Default: ${JSON.stringify(schema['default'])}.`;
  const where = `${place}${required ? ', required' : ''}`;
  return `<li><code>${escapeHtml(name)}</code> in ${where}. ${escapeHtml(description + fallback)}</li>`;
}

function operationHtml(path: string, method: string, operation: Operation, components: Components): string {
  const parameters = operation.parameters.map(parameterHtml).join('');
  const answers = Object.entries(operation.responses).map(([code, one]): [string, Answer] => [
    code,
    '$ref' in one ? (components.responses[one.$ref.split('/').at(-1) ?? ''] ?? { description: '' }) : one,
  ]);
  const codes = answers
    .map(([code, answer]) => {
      const content = code.startsWith('2') ? ` ${contentOf(answer)}` : '';
      return `<li><code>${code}</code> ${marked(answer.description).replaceAll('\n\n', '<br>')}${content}</li>`;
    })
    .join('');
  const body = contentOf(operation.requestBody);
  return `<section><h3><span class="m">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)} ${escapeHtml(operation.description)}</p>
${parameters ? `<h4>Parameters</h4><ul>${parameters}</ul>` : ''}${body ? `<h4>Body</h4><ul><li>${body}</li></ul>` : ''}
<h4>Answers</h4><ul>${codes}</ul></section>`;
}

function shapeHtml([name, schema]: [string, Json]): string {
  return `<details id="shape-${name}"><summary>${name}</summary>${json(schema)}</details>`;
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
  const components = document['components'] as Components;
  const areas = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(
    document['paths'] as Record<string, Record<string, Operation & { tags: string[] }>>,
  )) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? '';
      areas.set(tag, [...(areas.get(tag) ?? []), operationHtml(path, method, operation, components)]);
    }
  }
  const shapes = Object.entries(components.schemas).map(shapeHtml).join('\n');
  const links = [...areas.keys(), 'shapes'].map((tag) => `<a href="#${tag}">${tag}</a>`).join('\n');
  const sections = [...areas].map(([tag, parts]) => `<h2 id="${tag}">${tag}</h2>${parts.join('\n')}`).join('\n');
  const head =
    '<h1>Signet API</h1><p>Every call of this server, as it is declared. ' +
    '<a href="/account/api/openapi.json">The same as an OpenAPI 3.1 document</a>. ' +
    '<a href="/account">Go to the console</a>.</p>';
  return plainPage({
    locale: 'en_US',
    title: 'Signet API',
    stylePath,
    main: `${head}<nav aria-label="Areas">${links}</nav>${sections}<h2 id="shapes">Shapes</h2>${shapes}`,
  });
}

export const referenceStyle = `${PLAIN_STYLE}${OWN_STYLE}`;

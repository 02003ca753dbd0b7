/** `catalogue.json` of a folder with client tools: which files it offers, and their sums. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLIENT_TOOLS, type ClientTool, type ToolFile } from '@signet/contract/client-tools';
import { z } from 'zod';

/** A larger file is no catalogue, but a mistake. */
const MOST_BYTES = 1024 * 1024;
const CATALOGUE = 'catalogue.json';

/** A part of an address and of a path at once: nothing that leads elsewhere in one of them. */
const part = z.string().regex(/^(?!\.)[\w.+{} ()~@-]{1,200}$/, 'is no name of a folder or file');
const words = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u);
const version = words(40);

const file = z.strictObject({
  folder: part,
  name: part,
  sha256: z
    .string()
    .regex(/^[\da-fA-F]{64}$/, 'is no SHA-256 in hexadecimal')
    .toLowerCase(),
  sha1: z
    .string()
    .regex(/^[\da-fA-F]{40}$/, 'is no SHA-1 in hexadecimal')
    .toLowerCase()
    .optional(),
  label: words(60).optional(),
  version: version.optional(),
});

const tool = z.strictObject({
  id: z.string().regex(/^[a-z\d][a-z\d-]{0,59}$/, 'is no id: small letters, digits and hyphens'),
  name: words(100).optional(),
  short_description: words(500).optional(),
  os: z.array(words(40)).max(10).optional(),
  arch: words(60).optional(),
  link: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  versions: z.array(version).max(50).optional(),
  files: z.array(file).min(1).max(200),
  hideVersion: z.boolean().optional(),
  isSensorCard: z.boolean().optional(),
  isAgentCard: z.boolean().optional(),
});
const catalogue = z
  .strictObject({ tools: z.array(tool).max(200) })
  .refine(({ tools }) => new Set(tools.map(({ id }) => id)).size === tools.length, 'has an id twice');

type Entry = z.output<typeof tool>;

/** A catalogue that is there and can't be used; the message says what is wrong, where. */
export class CatalogueError extends Error {}

/** The tools of a folder's catalogue, none checked yet; null where the folder has none. Throws CatalogueError. */
export async function readCatalogue(folder: string): Promise<ClientTool[] | null> {
  const path = join(folder, CATALOGUE);
  const octets = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new CatalogueError(`${path} could not be read (${error.code}).`);
  });
  if (octets === null) return null;
  if (octets.length > MOST_BYTES) throw new CatalogueError(`${path} is larger than ${MOST_BYTES} bytes.`);
  const { data, error } = catalogue.safeParse(parse(octets.toString('utf8'), path));
  if (error) {
    const [issue] = error.issues;
    throw new CatalogueError(`${path}: ${issue?.path.join('.') || 'it'} ${issue?.message}.`);
  }
  return data.tools.map((entry) => toolOf(entry, path));
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new CatalogueError(`${path} is no JSON.`);
  }
}

/** An entry over what the built-in catalogue says of the tool; one that is not in there names itself. */
function toolOf({ files, ...entry }: Entry, path: string): ClientTool {
  const known: ClientTool | undefined = CLIENT_TOOLS.find(({ id }) => id === entry.id);
  if (!known && !(entry.name && entry.short_description))
    throw new CatalogueError(`${path}: ${entry.id} needs name and short_description.`);
  const base: ClientTool = known ?? { ...NO_TOOL, id: entry.id };
  const stated: ToolFile[] = files.map((one) => {
    const same = base.files.find(({ folder, name }) => folder === one.folder && name === one.name);
    return {
      ...one,
      label: one.label ?? same?.label ?? one.name,
      version: one.version ?? same?.version ?? null,
      sha1: one.sha1 ?? null,
      size: null,
      state: 'unchecked',
    };
  });
  const versions = entry.versions ?? versionsOf(base, stated);
  const { name = null, short_description = null, os, arch, link } = entry;
  const { hideVersion = base.hideVersion, isSensorCard = base.isSensorCard, isAgentCard = base.isAgentCard } = entry;
  return {
    ...base,
    name,
    short_description,
    os: os ?? base.os,
    arch: arch ?? base.arch,
    link: link ?? base.link,
    versions,
    files: [...stated, ...base.files.filter((one) => !stated.some((other) => isInPlaceOf(other, one)))],
    hideVersion,
    isSensorCard,
    isAgentCard,
  };
}

/** Whether a file of an operator is what the built-in catalogue names, maybe under another name. */
const isInPlaceOf = (stated: ToolFile, { name, version: ofVersion, label }: ToolFile): boolean =>
  stated.name === name || (stated.version === ofVersion && stated.label === label);

/** The versions that the files name and those that are known, each once, the newest first. */
function versionsOf({ versions }: ClientTool, files: readonly ToolFile[]): string[] {
  return [...new Set([...files.flatMap((one) => one.version ?? []), ...versions])].toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
}

const NO_TOOL: Omit<ClientTool, 'id'> = {
  name: null,
  short_description: null,
  os: [],
  arch: '',
  link: null,
  versions: [],
  files: [],
  hideVersion: false,
  isSensorCard: false,
  isAgentCard: false,
  isAssistant: false,
};

/**
 * The sites that the person has approved, a file for each pairing, so that `forget` in another process and a pairing in
 * this one never write the same file. They are read at each use: what was forgotten is refused by the next request.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { ensurePrivateFolder, readPrivate, writePrivate } from '../private-files.ts';

const schema = z.strictObject({
  id: z.uuid(),
  origin: z.string(),
  approved_at: z.iso.datetime(),
  /** What both ends have kept of the pairing, in base64. The page has it too: it opens nothing but this pairing. */
  key: z.base64(),
});
export type Site = z.output<typeof schema>;
export type SiteStore = ReturnType<typeof siteStore>;

export function siteStore(folder: string, clock: Clock) {
  const place = path.join(folder, 'sites');
  const fileOf = (id: string): string => path.join(place, `${id}.json`);

  /** Null also for a file that nobody can read as a site: what can't be understood is not approved. */
  function read(id: string): Site | null {
    const text = z.uuid().safeParse(id).success ? readPrivate(fileOf(id)) : null;
    if (text === null) return null;
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  function list(): Site[] {
    ensurePrivateFolder(place);
    const ids = readdirSync(place).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
    const sites = ids.flatMap((id) => read(id) ?? []);
    return sites.toSorted((a, b) => a.approved_at.localeCompare(b.approved_at) || a.id.localeCompare(b.id));
  }

  return {
    list,
    /** The pairing, where it is one of this origin. */
    find(id: string, origin: string): Site | null {
      const site = read(id);
      return site?.origin === origin ? site : null;
    },
    approve(origin: string, key: Uint8Array): Site {
      ensurePrivateFolder(place);
      const approved_at = clock.now().toISOString();
      const site = { id: randomUUID(), origin, approved_at, key: Buffer.from(key).toString('base64') };
      writePrivate(fileOf(site.id), JSON.stringify(site));
      return site;
    },
    /** By the id of one pairing, or by origin all of them. Answers what was forgotten. */
    forget(idOrOrigin: string): Site[] {
      const gone = list().filter(({ id, origin }) => id === idOrOrigin || origin === idOrOrigin);
      for (const { id } of gone) rmSync(fileOf(id), { force: true });
      return gone;
    },
  };
}

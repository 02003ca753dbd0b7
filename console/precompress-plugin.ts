import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** Below so many bytes the saving is less than a packet. */
const WORTH = 1_024;

/**
 * Lays beside each text of the build its brotli form at the best quality (zlib's default), which is too slow to make
 * for every visitor. The page itself the server packs, once it has put into it what it must say.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          const content = file.type === 'chunk' ? file.code : file.source;
          if (!/\.(?:js|css|svg|json)$/.test(file.fileName) || content.length < WORTH) return;
          await writeFile(path.join(dir, `${file.fileName}.br`), await compress(content));
        }),
      );
    },
  };
}

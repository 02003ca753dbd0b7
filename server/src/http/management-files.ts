/** The files of client tools, for everybody: whoever needs the trust assistant may have no user yet. */
import { Problem } from '@signet/contract/problem';
import { MANAGEMENT_FILES } from '@signet/contract/client-tools';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientTools, OpenFile } from '../client-tools/shelf.ts';
import { rangeOf } from './byte-range.ts';
import { hasAlready } from './conditional.ts';

/** Downloads alone: a file that a browser would open as a page of this server has no rights here. */
const FILE_POLICY = "default-src 'none'; sandbox";

type Params = { folder: string; name: string };

/** RFC 6266: the name as it is, and for old clients what of it is ASCII. */
const dispositionOf = (name: string): string =>
  `attachment; filename="${name.replaceAll(/["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

/**
 * Serves /account/management-files/{folder}/{name}: whole or a range of it, as it lies on the disk, without
 * reading it into memory. Its ETag is the SHA-256 that the catalogue says, so a download that goes on after a break is
 * of the same file, on whichever process.
 */
export function serveManagementFiles(app: FastifyInstance, tools: ClientTools): void {
  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: `${MANAGEMENT_FILES}/:folder/:name`,
    compress: false,
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { folder, name } = request.params;
      const file = await tools.open(folder, name);
      if (!file) throw new Problem('NOT_FOUND');
      return answer(request, reply, file);
    },
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, file: OpenFile): Promise<FastifyReply> {
  const { handle, size, sha256, name } = file;
  const tag = `"${sha256}"`;
  const { range, 'if-range': ifRange } = request.headers;
  void reply
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'public, max-age=0, must-revalidate')
    .header('content-disposition', dispositionOf(name))
    .header('content-security-policy', FILE_POLICY)
    .header('x-content-type-options', 'nosniff');
  if (hasAlready(request.headers, tag)) {
    await handle.close();
    return reply.code(304).send();
  }
  // A range of another file than the one that somebody has the beginning of would spoil it: the whole is sent then.
  const asked = ifRange === undefined || ifRange === tag ? range : undefined;
  const part = rangeOf(request.method === 'GET' ? asked : undefined, size);
  if (part === 'none') {
    await handle.close();
    return reply.code(416).header('content-range', `bytes */${size}`).type('application/octet-stream').send();
  }
  const { from, to } = part === 'all' ? { from: 0, to: size - 1 } : part;
  if (part !== 'all') void reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  void reply.type('application/octet-stream').header('content-length', to - from + 1);
  if (request.method === 'HEAD' || size === 0) {
    await handle.close();
    return reply.send(request.method === 'HEAD' ? undefined : '');
  }
  return reply.send(handle.createReadStream({ start: from, end: to }));
}

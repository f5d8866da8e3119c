import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { VISIBILITIES } from '#contract/areas/files';
import { UPLOAD_MAX_MB } from '#contract/limits';
import { isStaff } from '../../http/actor.ts';
import { ok, okSchema } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { DomainError } from '../../http/errors.ts';
import { actorOf } from '../../http/session.ts';
import { asActor } from '../../http/write.ts';
import { readableFile } from './access.ts';
import { storeFile } from './store.ts';
import { files } from './table.ts';

const tags = ['files'];
const Uploaded = z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.int() });

/** Uploads and what was uploaded: `/v0/statics/upload/…` and `/v0/static/{file}` of the specification. */
export function fileRoutes(app: FastifyInstance, { config, db }: AppContext): void {
  void app.register(multipart, { limits: { fileSize: UPLOAD_MAX_MB * 1024 * 1024, files: 1, fields: 5 } });

  for (const visibility of VISIBILITIES) {
    app.post(
      `/v0/statics/upload/${visibility}`,
      { config: { access: 'session' }, schema: { tags, consumes: ['multipart/form-data'], response: { 200: okSchema(Uploaded) } } },
      async (request) => {
        const actor = actorOf(request);
        if (visibility === 'intern' && !isStaff(actor) && actor.merchantId === null && actor.carrierId === null)
          throw new DomainError('NotAllowed', 'files.create');
        if (!request.isMultipart()) throw new DomainError('InvalidInput', [{ path: 'file', rule: 'required' }]);
        const part = await request.file();
        if (!part) throw new DomainError('InvalidInput', [{ path: 'file', rule: 'required' }]);
        const bytes = await part.toBuffer().catch(() => {
          throw new DomainError('UploadTooLarge', { size: UPLOAD_MAX_MB });
        });
        // The limit may be noticed only after the last byte was read.
        if (part.file.truncated) throw new DomainError('UploadTooLarge', { size: UPLOAD_MAX_MB });
        const stored = await storeFile(config, { bytes, name: part.filename, visibility });
        await asActor(db, { ...actor, merchantId: null }, request.id, (tx) =>
          tx.insert(files).values({ ...stored, visibility, merchantId: actor.merchantId, carrierId: actor.carrierId }),
        );
        return ok({ id: stored.id.replaceAll('-', ''), name: stored.name, mime: stored.mime, size: stored.size });
      },
    );
  }

  app.get('/v0/static/:file', { config: { access: 'session', cookie: true }, schema: { tags } }, async (request, reply) => {
    const { name, mime, path } = await readableFile(config, db, actorOf(request), (request.params as { file: string }).file);
    const info = await stat(path).catch(() => null);
    if (!info) throw new DomainError('NotFound');
    const inline = mime.startsWith('image/') || mime === 'application/pdf';
    return reply
      .type(mime)
      .header('content-length', info.size)
      .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-security-policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(createReadStream(path));
  });
}

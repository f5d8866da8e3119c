import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { UPLOAD_MAX_MB } from '#contract/core/limits';
import { VISIBILITIES } from '#contract/settings/files';
import type { Db } from '../../../core/db/client.ts';
import { command, statement } from '../../../core/db/statement.ts';
import { type Actor, isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { checksumOf, keepFile, type PreparedFile, prepareFile, type StoredFile } from './store.ts';
import { files } from './table.ts';

const tags = ['files'];
const Uploaded = z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.int() });

type Visibility = (typeof VISIBILITIES)[number];

const lockUpload = command(({ key }: { key: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
type Same = Pick<PreparedFile, 'checksum' | 'name'> & Pick<Actor, 'userId' | 'merchantId' | 'carrierId'> & { visibility: Visibility };
const findSame = statement(
  { id: files.id, name: files.name, mime: files.mime, size: files.size, checksum: files.checksum },
  ({ checksum, name, visibility, userId, merchantId, carrierId }: Same) => sql`select t.id, t.name, t.mime, t.size, t.checksum from files t
    where t.checksum = ${checksum} and t.name = ${name} and t.visibility = ${visibility}
      and t.created_by = ${userId}::uuid and (t.merchant_id, t.carrier_id) is not distinct from (${merchantId}::uuid, ${carrierId}::uuid)
      and t.deleted_at is null and not exists (select from file_uses u where u.file = replace(t.id::text, '-', '')) order by t.sort_at limit 1`,
);
/** A file with the same content and name that this user uploaded before and that no record uses yet. A repeated upload returns it. */
async function sameFile(tx: Db, actor: Actor, { checksum, name }: PreparedFile, visibility: Visibility): Promise<StoredFile | null> {
  // Two simultaneous uploads: the second waits for the first.
  await lockUpload(tx, { key: `upload ${actor.userId} ${checksum}` });
  const { userId, merchantId, carrierId } = actor;
  return findSame.first(tx, { checksum, name, visibility, userId, merchantId, carrierId });
}

/** Uploads and downloads: `/v0/statics/upload/…` and `/v0/static/{file}` of the specification. */
export function fileRoutes(app: FastifyInstance, { config, db, fileOf }: AppContext): void {
  void app.register(multipart, { limits: { fileSize: UPLOAD_MAX_MB * 1024 * 1024, files: 1, fields: 5 } });

  const make = async (tx: Db, actor: Actor, file: PreparedFile, visibility: Visibility): Promise<StoredFile> => {
    const stored = await keepFile(config, file);
    await tx.insert(files).values({ ...stored, visibility, merchantId: actor.merchantId, carrierId: actor.carrierId });
    return stored;
  };

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
        // The size limit may only be noticed after the last byte was read.
        if (part.file.truncated) throw new DomainError('UploadTooLarge', { size: UPLOAD_MAX_MB });
        const file = await prepareFile({ bytes, name: part.filename, visibility });
        const upload = async (tx: Db) => {
          const { id, name, mime, size } = (await sameFile(tx, actor, file, visibility)) ?? (await make(tx, actor, file, visibility));
          return ok({ id: id.replaceAll('-', ''), name, mime, size });
        };
        const content = JSON.stringify([part.filename, checksumOf(bytes)]);
        return write(db, request, actor, upload, { house: true, content });
      },
    );
  }

  app.get('/v0/static/:file', { config: { access: 'session', cookie: true }, schema: { tags } }, async (request, reply) => {
    const { name, mime, path } = await fileOf(actorOf(request), (request.params as { file: string }).file);
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

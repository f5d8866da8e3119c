import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { ListPreview, listLayoutOf, PreviewInput } from '#contract/billing/carrier-bill-profiles';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { actorOf } from '../../../core/http/session.ts';
import { faultIn } from '../carrier-lists/fault.ts';
import { previewList } from '../carrier-lists/preview-list.ts';

/** Shows what a layout that is being written makes of the first lines of a file. Nothing is stored. */
export function carrierBillProfileRoutes(app: FastifyInstance): void {
  app.post(
    '/v0/carrierBillProfiles/preview',
    {
      config: { access: 'privilege:carrierBillProfiles.read' },
      schema: { tags: ['carrierBillProfiles'], body: PreviewInput, response: { 200: okSchema(ListPreview) } },
    },
    async (request) => {
      const { layout, content } = request.body as z.infer<typeof PreviewInput>;
      const { locale } = actorOf(request);
      return ok(previewList(Buffer.from(content, 'base64'), listLayoutOf(layout), (fault) => faultIn(locale, fault)));
    },
  );
}

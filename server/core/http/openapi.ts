import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Serves the OpenAPI description of all calls, generated from their schemas: `/v0/openapi.json`. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Kontor',
        version: '0',
        description: 'Every answer is an envelope of code, data and error. Writes take an Idempotency-Key.',
      },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Token' } } },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
  });
  app.get('/v0/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger());
}

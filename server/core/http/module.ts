import type { FastifyInstance } from 'fastify';
import type { ModuleName } from '#contract/core/modules';
import type { ServerArea } from './area.ts';
import type { AppContext } from './context.ts';

/** A part of the business that one person could be responsible for: its areas, and the routes that belong to none of them. */
export type ServerModule = {
  /** Also the name of its folders in contract/, server/modules/ and src/resources/. */
  name: ModuleName;
  areas: readonly ServerArea[];
  /** SQL files of the module with functions and triggers. They run at every start after those of the areas. */
  sql?: readonly string[];
  routes?: readonly ((app: FastifyInstance, context: AppContext) => void)[];
};

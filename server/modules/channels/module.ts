import type { ServerModule } from '../../core/http/module.ts';
import { channels } from './channels/area.ts';

/** Shops and programs that send orders. */
export const channelsModule: ServerModule = {
  name: 'channels',
  areas: [channels],
};

import { sql } from 'drizzle-orm';
import { messages as area, MESSAGE_TYPES } from '#contract/support/messages';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { messageRoutes } from './routes.ts';
import { messages as table } from './table.ts';

const fields = defineFields(area, {
  fromId: { kind: 'reference', area: 'users', filter: true, width: 170 },
  title: { kind: 'text', filter: true, width: 260 },
  text: { kind: 'text', multiline: true, width: 420 },
  type: { kind: 'choice', filter: true, width: 110, options: MESSAGE_TYPES.map((value) => ({ value, label: `messages.types.${value}` })) },
  link: { kind: 'url', width: 160 },
  readAt: { kind: 'instant', filter: true, sort: true, width: 150 },
});

/** Only the receiver can read a message. */
export const messages = defineServerArea({
  area,
  table,
  routes: messageRoutes,
  owned: { by: 'toId', visible: sql`false`, personal: true },
  computed: ['readAt'],
  masks: [
    defineMask(area, {
      key: 'sys.messages.list',
      icon: 'mail',
      fields,
      columns: ['createdAt', 'fromId', 'title', 'text', 'link', 'readAt', { field: 'type', hidden: true }],
      filters: ['title', 'fromId', 'type', 'readAt', 'createdAt'],
      show: { main: ['createdAt', 'fromId', 'type', 'title', 'text', 'link', 'readAt'] },
      open: [{ field: 'readAt', op: 'null', value: 'true' }],
      openTitle: 'messages.views.unread',
      actions: [
        {
          key: 'read',
          label: 'messages.actions.read',
          done: 'messages.done.read',
          on: 'row',
          call: { method: 'POST', path: '/v0/messages/:id/read' },
          when: { field: 'readAt', op: 'empty' },
        },
        {
          key: 'answer',
          label: 'messages.actions.answer',
          done: 'messages.done.answer',
          on: 'row',
          call: { method: 'POST', path: '/v0/messages/:id/answer' },
          when: { field: 'fromId', op: 'filled' },
          ask: { text: { kind: 'text', label: 'messages.fields.text', multiline: true, required: true } },
        },
        { key: 'write', label: 'messages.actions.write', icon: 'mail', on: 'list', dialog: 'messages.write', privilege: 'messages.send' },
      ],
    }),
  ],
});

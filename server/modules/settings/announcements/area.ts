import { sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import { AUDIENCES, announcements as area } from '#contract/settings/announcements';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { audiencesOf, newsRoutes } from './routes.ts';
import { announcements as table } from './table.ts';

const fields = defineFields(area, {
  title: { kind: 'texts', width: 260 },
  text: { kind: 'texts', multiline: true, width: 360 },
  audience: {
    kind: 'choice',
    filter: true,
    width: 140,
    options: AUDIENCES.map((value) => ({ value, label: `announcements.audiences.${value}` })),
  },
  important: { kind: 'boolean', filter: true, width: 100 },
  validFrom: { kind: 'date', filter: true, sort: true, width: 120 },
  validTo: { kind: 'date', filter: true, sort: true, width: 120 },
});

export const announcements = defineServerArea({
  area,
  table,
  routes: newsRoutes,
  // Authors of announcements can also read those for other audiences.
  readers: {
    instead: false,
    where: (actor) =>
      allows(actor.privileges, 'announcements.update') ? null : sql`t.audience = any(${`{${audiencesOf(actor).join(',')}}`}::text[])`,
  },
  beforeSave: ({ values }) => (values.title ? { ...values, subject: values.title.en.slice(0, 200) } : values),
  masks: [
    defineMask(area, {
      key: 'sys.announcements.list',
      icon: 'notification',
      fields,
      columns: ['title', 'audience', 'important', 'validFrom', 'validTo', 'createdAt', { field: 'text', hidden: true }],
      filters: ['audience', 'important', 'validFrom', 'validTo'],
      form: { layout: 'page', sections: { main: ['title', 'text', 'audience', 'important', 'validFrom', 'validTo'] } },
    }),
  ],
});

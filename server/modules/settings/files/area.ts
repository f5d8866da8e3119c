import { files as area, VISIBILITIES } from '#contract/settings/files';
import type { Db } from '../../../core/db/client.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { fileScopeSql, fileUser } from '../../../core/http/file-scope.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { fileRoutes } from './routes.ts';
import { files as table } from './table.ts';

/** Types of files that have a name. Others are shown as they are stored. */
const TYPES = [
  ['application/pdf', 'pdf'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['text/csv', 'csv'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['application/json', 'json'],
  ['application/zip', 'zip'],
  ['text/plain', 'text'],
] as const;

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 320 },
  mime: {
    kind: 'choice',
    filter: true,
    sort: true,
    width: 160,
    options: TYPES.map(([value, key]) => ({ value, label: `files.types.${key}` })),
  },
  size: { kind: 'number', unit: 'B', sort: true, total: true, width: 120 },
  checksum: { kind: 'text', mono: true, width: 200 },
  visibility: {
    kind: 'choice',
    filter: true,
    width: 120,
    options: VISIBILITIES.map((value) => ({ value, label: `files.visibilities.${value}` })),
  },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 160 },
});

/** A file cannot be deleted while a record refers to it. @throws DomainError InUse */
async function refuseInUse({ tx, id }: { tx: Db; id: string }): Promise<void> {
  const user = await fileUser(tx, id);
  if (user !== null) throw new DomainError('InUse', user);
}

export const files = defineServerArea({
  area,
  table,
  routes: fileRoutes,
  readers: { instead: true, where: fileScopeSql },
  onDelete: refuseInUse,
  beforePurge: refuseInUse,
  masks: [
    defineMask(area, {
      key: 'sys.files.list',
      icon: 'file',
      fields,
      columns: ['name', 'mime', 'size', 'visibility', 'merchantId', 'carrierId', 'createdAt', { field: 'checksum', hidden: true }],
      filters: ['name', 'mime', 'visibility', 'merchantId', 'carrierId', 'createdAt'],
      form: { layout: 'drawer', sections: { main: ['name', 'mime', 'size', 'visibility', 'merchantId', 'carrierId', 'checksum'] } },
    }),
  ],
});

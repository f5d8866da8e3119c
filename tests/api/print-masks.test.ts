import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_NAMES, DOCUMENTS } from '#contract/printing/documents';
import type { Element, LayoutInput } from '#contract/printing/layout';
import { PrintMask } from '#contract/printing/mask';
import { faultsOfLayout, PRINT_MASKS } from '../../server/modules/printing/masks.ts';
import { startServer, type TestServer } from '../support/server.ts';

const KEY = 'print.transportLabel';
type Summary = { key: string; kind: string; area: string; edited: boolean };

describe('layouts of labels and documents', () => {
  let server: TestServer;
  let admin: string;
  let merchant: string;
  let merchantId: string;
  const ask = (token = admin, key = KEY) => server.call<PrintMask>('GET', `/v0/masken/?q=${key}`, undefined, token);
  const widthOf = async (token = admin): Promise<number> => (await ask(token)).data.layout.size.width;
  const draft = (definition: unknown, scope: object = {}, key = KEY) =>
    server.call<{ id: string }>('POST', '/v0/masken/draft', { key, definition, scope, note: 'test' }, admin);
  const publish = (id: string) => server.call('POST', '/v0/masken/publish', { id }, admin);
  const wide = async (width: number): Promise<PrintMask> => {
    const { data } = await server.call<PrintMask>('GET', `/v0/masken/builtin?q=${KEY}`, undefined, admin);
    return { ...data, layout: { ...data.layout, size: { ...data.layout.size, width } } };
  };

  beforeAll(async () => {
    server = await startServer({ sample: true });
    [admin, merchant] = await Promise.all([server.signIn('admin'), server.signIn('merchant')]);
    merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
  });
  afterAll(() => server.close());

  it('every layout that the product comes with is sound, and the workshop lists it with its kind', async () => {
    expect(PRINT_MASKS.flatMap((mask) => faultsOfLayout(mask, mask).map((fault) => ({ ...fault, key: mask.key })))).toEqual([]);
    const { data } = await server.call<Summary[]>('GET', '/v0/masken/all', undefined, admin);
    for (const document of DOCUMENT_NAMES)
      expect(data, document).toContainEqual(
        expect.objectContaining({ key: DOCUMENTS[document].mask, kind: DOCUMENTS[document].kind, area: DOCUMENTS[document].of ?? '' }),
      );
    expect(data.find(({ key }) => key === 'customer.list')).toMatchObject({ kind: 'list', area: 'customers' });
  });

  it('who may read what a document is made of may read its layout; what is made of nothing is open to all', async () => {
    expect((await ask(merchant)).code).toBe('OK');
    const carrier = await server.signIn('carrier');
    expect((await ask(carrier)).code).toBe('OK');
    expect(await ask(carrier, 'print.itemLabel')).toMatchObject({ code: 'NotAllowed', data: 'items.read' });
    expect((await ask(carrier, 'print.codeLabel')).data).toMatchObject({ kind: 'label', document: 'codeLabel' });
    expect((await ask(admin, 'print.nothing')).code).toBe('NotFound');
  });

  it('an edited layout is printed with once it is published, and the former one again after a roll-back', async () => {
    const before = await widthOf();
    const { data: first } = await draft(await wide(before));
    await publish(first.id);
    const { data: second } = await draft(await wide(140));
    expect(await widthOf()).toBe(before);
    await publish(second.id);
    expect(await widthOf()).toBe(140);
    await server.call('POST', '/v0/masken/rollback', { id: first.id }, admin);
    expect(await widthOf()).toBe(before);
    const { data: versions } = await server.call<{ state: string }[]>('GET', `/v0/masken/versions?q=${KEY}`, undefined, admin);
    expect(versions.map(({ state }) => state)).toEqual(['live', 'old', 'old']);
  });

  it('a merchant’s layout is before that of a role, and both before the general one', async () => {
    const publishFor = async (width: number, scope: object) => publish((await draft(await wide(width), scope)).data.id);
    await publishFor(91, { role: 'merchant' });
    expect(await widthOf(merchant)).toBe(91);
    await publishFor(92, { merchantId });
    expect(await widthOf(merchant)).toBe(92);
    expect([91, 92]).not.toContain(await widthOf());
  });

  const text = (value: string): Element => ({ is: 'text', x: 1, y: 1, w: 50, h: 5, value }) as Element;
  const broken = async (layout: Partial<LayoutInput>, document: 'transportLabel' | 'picklist' = 'transportLabel') => {
    const mask = PRINT_MASKS.find((one) => one.document === document);
    const sheet = { size: { width: 100, height: 150 } };
    const answer = await draft({ ...mask, layout: { ...sheet, ...layout } }, {}, DOCUMENTS[document].mask);
    return answer.code === 'MaskBroken' ? answer.data : answer.code;
  };
  it.each([
    ['a value that the document does not have', '{to.citty}', 'unknownValue', 'to.citty'],
    ['a word nobody wrote', '{=parcell}', 'unknownWord', 'parcell'],
    ['a format that does not exist', '{weight|kgs}', 'unknownFormat', 'kgs'],
    ['braces that name nothing', '{weight | kg}', 'template', '{weight | kg}'],
    ['money in a currency the data do not name', '{cashOnDelivery|money:coin}', 'unknownValue', 'coin'],
  ])('%s is refused with its place', async (_what, value, rule, named) => {
    expect(await broken({ first: [text('{=parcel} {seq}'), text(value)] })).toEqual([{ path: 'layout.first.1.value', rule, value: named }]);
  });

  it('shapes, pictograms, conditions and tables are refused with their place too', async () => {
    expect(await broken({ size: { width: 2, height: 150 } })).toMatchObject([{ path: 'layout.size.width', rule: 'shape' }]);
    expect(await broken({ every: [{ is: 'pictogram', x: 1, y: 1, w: 9, h: 9, name: 'fragil' }] })).toEqual([
      { path: 'layout.every.0.name', rule: 'unknownPictogram', value: 'fragil' },
    ]);
    expect(await broken({ every: [{ ...text('x'), when: { not: { field: 'danger', op: 'filled' } } }] })).toEqual([
      { path: 'layout.every.0.when', rule: 'unknownValue', value: 'danger' },
    ]);
    const body = (rows: string, value: string): LayoutInput['body'] => ({
      left: 10,
      right: 10,
      top: 10,
      topLater: 10,
      bottom: 10,
      blocks: [
        {
          block: 'table',
          rows,
          columns: [
            { title: '{=sku}', value: '{rowNo}' },
            { title: '', value },
          ],
        },
      ],
    });
    expect(await broken({ body: body('lines', '{place} {house.name} {order}') }, 'picklist')).toBe('OK');
    expect(await broken({ body: body('lines', '{shelf}') }, 'picklist')).toEqual([
      { path: 'layout.body.blocks.0.columns.1.value', rule: 'unknownValue', value: 'shelf' },
    ]);
    expect(await broken({ body: body('house', '{place}') }, 'picklist')).toMatchObject([
      { path: 'layout.body.blocks.0.rows', rule: 'unknownValue' },
    ]);
    expect(await broken({ every: [text('{page} {pages} {copy.title}')] })).toMatchObject([{ rule: 'unknownValue', value: 'copy.title' }]);
    expect(await broken({ copies: [{ title: '{=from}', ink: '#000000' }], every: [text('{copy.title}')] })).toBe('OK');
  });

  it('a published layout that no longer fits its document breaks no print: the built-in one is taken', async () => {
    const document = 'returnLabel';
    const mask = PRINT_MASKS.find((one) => one.document === document);
    const { data } = await draft({ ...mask, layout: { size: { width: 77, height: 77 } } }, {}, DOCUMENTS[document].mask);
    await publish(data.id);
    expect((await ask(admin, DOCUMENTS[document].mask)).data.layout.size.width).toBe(77);
    await server.pool.query(
      `update mask_versions set definition = jsonb_set(definition, '{layout,first}', '[{"is":"text","x":1,"y":1,"w":9,"h":9,"value":"{gone}"}]') where id = $1`,
      [data.id],
    );
    expect((await ask(admin, DOCUMENTS[document].mask)).data).toEqual(JSON.parse(JSON.stringify(mask)));
  });
});

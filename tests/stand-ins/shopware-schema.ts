import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';

/**
 * The schema of the Admin API that Shopware publishes with its client (@shopware/api-client). Bodies of calls are held against it with Ajv. In answers
 * each field has to be one of its entity and of its type; which fields are there is what the call asked for, so none is demanded.
 */

const FILE = join(import.meta.dirname, '../../node_modules/@shopware/api-client/api-types/adminApiSchema.json');

type Property = { type?: string | string[]; $ref?: string; items?: Property; properties?: Record<string, Property> };
type Published = { components: { schemas: Record<string, { properties?: Record<string, Property> }> } };

/** `order_delivery` or `order-delivery` as `OrderDelivery`. */
const schemaName = (entity: string): string =>
  entity
    .split(/[_-]/)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('');
/** `OrderDelivery` as `order_delivery`. */
export const entityName = (name: string): string => name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

function typeFits({ type }: Property, value: unknown): boolean {
  const kinds = type === undefined ? [] : [type].flat();
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
  // Answers hold null where a value is missing, which the schema does not say.
  return kinds.length === 0 || kind === 'null' || kinds.includes(kind) || (kind === 'integer' && kinds.includes('number'));
}

export function shopwareSchema() {
  const published = JSON.parse(readFileSync(FILE, 'utf8')) as Published;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'shopware', ...published });
  const propertiesOf = (name: string): Record<string, Property> => published.components.schemas[name]?.properties ?? {};
  /** The entity to which a field leads; null for a value. */
  const leadsTo = (name: string, field: string): string | null => {
    const { $ref, items } = propertiesOf(name)[field] ?? {};
    const ref = $ref ?? items?.$ref;
    return ref === undefined ? null : nameOf(ref);
  };

  /** @param at the place of a definition, such as `components/schemas/Criteria` @returns what does not fit */
  function fits(at: string, value: unknown): string[] {
    const check = ajv.getSchema(`shopware#/${at}`);
    if (!check) return [`no definition ${at}`];
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${at}${instancePath}: ${message}`);
  }
  /** @returns fields of these values that the entity does not have, or of another type */
  function valueFits(name: string, value: Record<string, unknown>): string[] {
    return Object.entries(value).flatMap(([field, part]) => {
      const property = propertiesOf(name)[field];
      if (property === undefined) return [`${name}.${field} is not a field`];
      const next = leadsTo(name, field);
      if (next === null) return typeFits(property, part) ? [] : [`${name}.${field} is no ${String(property.type)}`];
      return [part].flat().flatMap((one) => (one === null ? [] : valueFits(next, one as Record<string, unknown>)));
    });
  }
  const pathFits = (name: string, path: string): string[] => {
    const [field = '', ...rest] = path.split('.');
    if (propertiesOf(name)[field] === undefined) return [`${name}.${field} cannot be searched for`];
    const next = leadsTo(name, field);
    return next === null || rest.length === 0 ? [] : pathFits(next, rest.join('.'));
  };
  type Filter = { field?: string; queries?: Filter[] };
  const filterFits = (name: string, { field, queries = [] }: Filter): string[] => [
    ...(field === undefined ? [] : pathFits(name, field)),
    ...queries.flatMap((one) => filterFits(name, one)),
  ];
  type Wanted = { filter?: Filter[]; sort?: Filter[]; associations?: Record<string, Wanted>; includes?: Record<string, string[]> };
  function wantedFits(name: string, { filter = [], sort = [], associations = {}, includes = {} }: Wanted): string[] {
    return [
      ...[...filter, ...sort].flatMap((one) => filterFits(name, one)),
      ...Object.entries(includes).flatMap(([entity, fields]) => fields.flatMap((field) => pathFits(schemaName(entity), field))),
      ...Object.entries(associations).flatMap(([field, next]) => {
        const to = leadsTo(name, field);
        return to === null ? [`${name}.${field} is no association`] : wantedFits(to, next);
      }),
    ];
  }
  return {
    fits,
    leadsTo,
    valueFits: (entity: string, value: Record<string, unknown>) => valueFits(schemaName(entity), value),
    searchFits: (entity: string, criteria: object) => [
      ...fits('components/schemas/Criteria', criteria),
      ...wantedFits(schemaName(entity), criteria),
    ],
    nameOf: schemaName,
  };
}
export type Schema = ReturnType<typeof shopwareSchema>;

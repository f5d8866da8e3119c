import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/**
 * What a call costs, by the rules that Shopify publishes (shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits): nothing for a scalar, a
 * point for an object, for a connection two points and its nodes by `first` or `last`, the dearest of the possible types, ten points for a
 * change. A call is let through if the budget holds the requested cost; afterwards only the actual cost, that of the answer, is taken.
 */

type Value = Record<string, unknown>;
type Call = { schema: GraphQLSchema; variables: Value };
const MUTATION = 10;
const CONNECTION = 2;

const numberOf = (value: ValueNode | undefined, { variables }: Call): number | null => {
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : value?.kind === Kind.INT ? Number(value.value) : undefined;
  return Array.isArray(given) ? given.length : typeof given === 'number' ? given : null;
};
/** How many objects a field may return: what it is asked for, or how many ids it names. */
function sizeOf(field: FieldNode, call: Call): number {
  const sizes = ['first', 'last', 'ids'].map((name) => numberOf(field.arguments?.find((one) => one.name.value === name)?.value, call));
  return sizes.find((size) => size !== null) ?? 1;
}

/** @param answer the answer to the selection, or undefined for what is requested */
function costOf(selection: SelectionSetNode, type: GraphQLNamedType, answer: Value | undefined, call: Call): number {
  let sum = 0;
  let dearest = 0;
  for (const one of selection.selections) {
    if (one.kind === Kind.FIELD) sum += fieldCost(one, type, answer, call);
    if (one.kind !== Kind.INLINE_FRAGMENT) continue;
    const part = call.schema.getType(one.typeCondition?.name.value ?? '') ?? type;
    // An answer has the fields of one type only, so the others cost nothing there.
    dearest = Math.max(dearest, costOf(one.selectionSet, part, answer, call));
  }
  return sum + dearest;
}

function fieldCost(field: FieldNode, parent: GraphQLNamedType, answer: Value | undefined, call: Call): number {
  const known = 'getFields' in parent ? parent.getFields()[field.name.value] : undefined;
  if (!known || !('args' in known) || !field.selectionSet) return 0;
  const type = getNamedType(known.type);
  if (isLeafType(type) || !isCompositeType(type) || type.name === 'PageInfo') return 0;
  const value = answer?.[(field.alias ?? field.name).value];
  if (answer && value == null) return 0;
  const { selectionSet } = field;
  if (isObjectType(type) && type.name.endsWith('Connection'))
    return CONNECTION + costOfNodes(selectionSet, type, value as Value | undefined, sizeOf(field, call), call);
  const wrapped = isNonNullType(known.type) ? known.type.ofType : known.type;
  if (!isListType(wrapped)) return 1 + costOf(selectionSet, type, value as Value | undefined, call);
  const rows = value as readonly (Value | null)[] | undefined;
  if (!rows) return sizeOf(field, call) * (1 + costOf(selectionSet, type, undefined, call));
  return rows.reduce((sum, row) => sum + (row ? 1 + costOf(selectionSet, type, row, call) : 0), 0);
}

/** The nodes of a connection; its other fields cost nothing. */
function costOfNodes(selection: SelectionSetNode, type: GraphQLNamedType, answer: Value | undefined, size: number, call: Call): number {
  const nodes = selection.selections.find((one) => one.kind === Kind.FIELD && one.name.value === 'nodes');
  const known = 'getFields' in type ? type.getFields()['nodes'] : undefined;
  if (nodes?.kind !== Kind.FIELD || !nodes.selectionSet || !known) return 0;
  const { selectionSet } = nodes;
  const row = getNamedType(known.type);
  const rows = answer?.['nodes'] as readonly Value[] | undefined;
  if (!rows) return size * (1 + costOf(selectionSet, row, undefined, call));
  return rows.reduce((sum, one) => sum + 1 + costOf(selectionSet, row, one, call), 0);
}

/** Points of a call: requested, or actual where its answer is given. */
export function pointsOf(schema: GraphQLSchema, document: DocumentNode, variables: Value, answer?: Value): number {
  let points = 0;
  for (const one of document.definitions) {
    if (one.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = schema.getQueryType();
    if (one.operation === OperationTypeNode.MUTATION) points += MUTATION * one.selectionSet.selections.length;
    else if (root) points += costOf(one.selectionSet, root, answer, { schema, variables });
  }
  return points;
}

/** The budgets of shops: so many points at most, and so many come back each second. Without a meter they are always full. */
export function makeBudgets(state: { plan: { most: number; rate: number }; isMetered: boolean }) {
  const budgets = new Map<string, { left: number; at: number }>();
  const leftOf = (host: string): number => {
    const { left, at } = budgets.get(host) ?? { left: state.plan.most, at: Date.now() };
    return Math.min(state.plan.most, left + ((Date.now() - at) / 1000) * state.plan.rate);
  };
  const add = (host: string, points: number): void => void budgets.set(host, { left: leftOf(host) + points, at: Date.now() });
  return {
    set: (host: string, left: number): void => void budgets.set(host, { left, at: Date.now() }),
    /** Takes the points of a call; false if the budget does not hold them. */
    take(host: string, points: number): boolean {
      if (!state.isMetered) return true;
      if (leftOf(host) < points) return false;
      add(host, -points);
      return true;
    },
    giveBack(host: string, points: number) {
      if (state.isMetered) add(host, points);
      const { most, rate } = state.plan;
      return { maximumAvailable: most, currentlyAvailable: Math.floor(leftOf(host)), restoreRate: rate };
    },
  };
}

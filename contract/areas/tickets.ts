export const TICKET_TOPICS = ['delivery', 'damage', 'stock', 'receiving', 'return', 'billing', 'access', 'other'] as const;

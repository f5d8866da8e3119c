export const TICKET_STATES = ['waitsForUs', 'waitsForMerchant', 'closed'] as const;

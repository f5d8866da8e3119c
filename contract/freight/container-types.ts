/** Size and type by ISO 6346: 20, 40 and 45 feet; standard, high cube, open top, flat, reefer. */
export const CONTAINER_TYPES = ['22G1', '42G1', '45G1', 'L5G1', '22U1', '42U1', '22P1', '42P1', '22R1', '45R1'] as const;

/** What is sent by mail. */
export const MAIL_KINDS = ['invoice', 'creditNote', 'quotation', 'statement', 'dunning', 'shipment', 'ticket'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * `waiting`: is sent now or tried again later. `failed`: no server took it, however often it was tried. `bounced`: the server of the recipient
 * refused it for good, or somebody recorded that it came back.
 */
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'bounced'] as const;

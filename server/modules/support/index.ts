// What other modules may use of this one.
export { keepMessage, notify, peopleOfCarrier, peopleOfMerchant, peopleOfRole, textFor } from './notify.ts';

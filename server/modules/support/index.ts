// Public API of this module for other modules.
export { keepMessage, notify, peopleOfCarrier, peopleOfMerchant, peopleOfRole, peopleWith, textFor } from './notify.ts';
export { openingHours } from './opening-hours.ts';

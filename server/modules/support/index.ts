// What other modules may use of this one.
export { keepMessage, peopleOfCarrier, peopleOfMerchant, peopleOfRole, tell, wordsIn } from './notify.ts';

import { EMPTY_ADDRESS } from '#contract/core/fields';

export const SAMPLE_MERCHANT_NO = 'M-1001';

export const MERCHANTS = [
  {
    no: SAMPLE_MERCHANT_NO,
    name: 'Northwind Traders',
    currency: 'EUR',
    vatId: 'DE129273398',
    contact: 'Mei Lin',
    email: 'merchant@kontor.example',
    carrierRule: 'fixed',
    address: {
      ...EMPTY_ADDRESS,
      name1: 'Northwind Traders',
      streetName: 'Speicherstraße',
      streetNumber: '12',
      zip: '20457',
      city: 'Hamburg',
      country: 'DE',
    },
  },
  {
    no: 'M-1002',
    name: 'Shenzhen Bright Home Co.',
    currency: 'USD',
    vatId: '',
    contact: 'Chen Wei',
    email: 'ops@brighthome.example',
    carrierRule: 'fixed',
    address: {
      ...EMPTY_ADDRESS,
      name1: 'Shenzhen Bright Home Co.',
      streetName: 'Keyuan Road',
      streetNumber: '15',
      zip: '518057',
      city: 'Shenzhen',
      country: 'CN',
    },
  },
  {
    no: 'M-1003',
    name: 'Alpenfein Naturkost',
    currency: 'EUR',
    vatId: 'ATU62895905',
    contact: 'Eva Huber',
    email: 'hallo@alpenfein.example',
    // An order of this merchant shows what was compared at its release.
    carrierRule: 'cheapest',
    address: {
      ...EMPTY_ADDRESS,
      name1: 'Alpenfein Naturkost',
      streetName: 'Innrain',
      streetNumber: '52',
      zip: '6020',
      city: 'Innsbruck',
      country: 'AT',
    },
  },
] as const;

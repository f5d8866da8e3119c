import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { passwordFault } from '../../server/modules/access/users/password-rules.ts';

const PERSON = { account: 'max.manager@northwind.example', name: 'Max Manager' };
const faultOf = (password: string) => passwordFault(password, PERSON);

/** Common ones of lists published every year, eight characters or more. */
const COMMON = `password 12345678 123456789 1234567890 qwertyuiop iloveyou princess football baseball superman
  sunshine starwars whatever trustno1 michelle jennifer computer internet liverpool password1
  password123 1q2w3e4r 1qaz2wsx qwerty123 abcd1234 11111111 00000000 88888888 87654321 11223344
  letmein1 welcome1 admin123 administrator passw0rd p@ssw0rd zaq12wsx asdfghjkl zxcvbnm123 michael1
  changeme default1 test1234 willkommen passwort passwort1 hallo123 schatz123 fussball woaini1314
  monkey123 dragon123 shadow12 master12 charlie1 jordan23 freedom1 hunter12 qwertz123 blahblah`.split(/\s+/);

describe('passwords that are guessed first are refused (P19)', () => {
  it('the list of common ones has at least 10,000 entries', () => {
    expect(dictionary['passwords-common'].length).toBeGreaterThan(10_000);
  });

  it.each(COMMON)('%s, as it is, with a capital and with a mark', (password) => {
    expect(faultOf(password)).not.toBeNull();
    expect(faultOf(`${password.charAt(0).toUpperCase()}${password.slice(1)}!`)).not.toBeNull();
  });

  it.each([
    ['name and year', 'MaxManager1990', 'personal'],
    ['account', 'max.manager', 'personal'],
    ['name in other letters', 'M4nager2024', 'personal'],
    ['company of the address', 'Northwind2024!', 'personal'],
    ['product', 'Kontor2026!', 'common'],
    ['product in other letters', 'K0nt0r2026', 'common'],
    ['season and year', 'Sommer2026!', 'pattern'],
    ['season in other letters', 'W1nter2025/26', 'pattern'],
    ['month and year', 'Januar2026', 'pattern'],
    ['date', '24.12.1985', 'pattern'],
    ['date without points', '24121985!', 'pattern'],
    ['keyboard run', 'qwertzuiop1', 'pattern'],
    ['keyboard run backwards', 'poiuytrewq!', 'pattern'],
    ['run of digits', '123456789012', 'common'],
    ['one character', 'aaaaaaaaaaaa', 'pattern'],
    ['repeats', 'abcabcabcabc', 'pattern'],
    ['a common word twice', 'dragondragon1', 'common'],
    ['other letters', 'P@$$w0rd123!', 'common'],
    ['too short', 'xK9#mQ2', 'short'],
    ['too short in Chinese', '仓库里喝茶', 'short'],
  ])('%s: %s', (_kind, password, fault) => {
    expect(faultOf(password)).toBe(fault);
  });

  it.each([
    'Lagerhaus am Kai',
    'Speicherstadt 7',
    'correct horse battery staple',
    'purple elephant dances slowly',
    'Regenschirm-Kaffee-Amsel',
    'Möwe sucht Fischbrötchen',
    'Zwölf Boxkämpfer jagen Viktor',
    '我喜欢在仓库里喝茶',
    '三只老虎跑得快真奇怪',
    'xK9#mQ2v',
    'tR7$kLp2@x',
    'vqzjhxwp',
  ])('a good one passes: %s', (password) => {
    expect(faultOf(password)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { textOfHtml } from '../../server/modules/support/mails/html-text.ts';
import { splitQuote } from '../../server/modules/support/mails/split-quote.ts';

describe('the quoted mail below an answer', () => {
  it.each([
    ['Thunderbird, English', 'On 28.11.26 10:12, Kontor team wrote:\n> Which order is it?'],
    [
      'Gmail, wrapped over two lines',
      'On Sat, Nov 28, 2026 at 10:12 AM Kontor team <support@kontor.example>\nwrote:\n\n> Which order is it?',
    ],
    ['Apple Mail, German', 'Am 28.11.2026 um 10:12 schrieb Kontor <support@kontor.example>:\n\n> Welcher Auftrag ist es?'],
    [
      'Outlook, German',
      'Von: Kontor <support@kontor.example>\nGesendet: Samstag, 28. November 2026 10:12\nAn: Anna\nBetreff: AW: [TK-1001]',
    ],
    ['Outlook, English, bold', '*From:* Kontor\n*Sent:* Saturday\n*To:* Anna\nWhich order is it?'],
    ['Outlook, a line', '________________________________\nFrom: Kontor\nSent: Saturday'],
    ['an older Outlook', '-----Original Message-----\nWhich order is it?'],
    ['QQ Mail', '在 2026年11月28日，Kontor <support@kontor.example> 写道：\n> 哪个订单？'],
    ['only marks', '> Which order is it?\n>\n> Kontor'],
  ])('is folded away: %s', (_, quote) => {
    expect(splitQuote(`It is A-17.\n\nRegards\nAnna\n\n${quote}`)).toEqual({ text: 'It is A-17.\n\nRegards\nAnna', quote });
  });

  it('is kept where somebody answered below it or between its lines, and where nothing else was written', () => {
    const between = 'Hello,\nOn Monday Kontor team wrote:\n> Which order is it?\nA-17\n> Which day?\nToday';
    expect(splitQuote(between)).toEqual({ text: between, quote: '' });
    const only = 'On Monday Kontor team wrote:\n> Which order is it?';
    expect(splitQuote(only)).toEqual({ text: only, quote: '' });
  });

  it('is not taken for one by words that look like it', () => {
    const text = 'On Monday the parcel was broken.\nFrom: the dock\nit went to the desk\n> 5 kg was measured\nRegards';
    expect(splitQuote(text)).toEqual({ text, quote: '' });
  });

  it('is found in a long mail at once', () => {
    const text = `${'> x\n'.repeat(50_000)}end`;
    expect(splitQuote(text).text).toHaveLength(text.length);
  });
});

describe('a mail that has only HTML', () => {
  it('is read as its text, without styles, comments and entities', () => {
    const html =
      '<html><head><title>x</title><style>p{}</style></head><body><!-- <p>no</p> --><p>Tea &amp; milk&nbsp;&#8364;5</p><div>two<br>three</div><script>no()</script></body></html>';
    expect(textOfHtml(html)).toBe('Tea & milk €5\n\ntwo\nthree');
  });

  it('that was made to be slow is read at once', () => {
    expect(textOfHtml('<script'.repeat(60_000))).toContain('<script');
    expect(textOfHtml('<script>'.repeat(60_000))).toBe('');
    expect(textOfHtml('<!--'.repeat(100_000))).toBe('');
  });
});

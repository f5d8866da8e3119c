import { beforeAll, expect, it } from 'vitest';
import { act, button, choose, dialog, field, fill, record } from './hands.ts';
import { goTo, openForBusiness, openHouse, sees, seesNot, standsAt } from './house.ts';

/** A question of a merchant from the picture to the rating, by keyboard where it can be. */

type Row = Record<string, unknown> & { id: string; no: string };
const house = openHouse();
beforeAll(() => openForBusiness(house));

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const ticketOf = async (subject: string): Promise<Row> => {
  const [row] = await house.call<Row[]>('GET', `/v0/tickets?subject=${encodeURIComponent(subject)}`);
  if (!row) throw new Error(`no ticket ${subject}`);
  return row;
};

it('a merchant asks with a picture; it is taken, answered with a template, handed to a team, merged and rated', async () => {
  const team = await house.call<Row>('POST', '/v0/ticketTeams', { name: 'Claims' });
  const text = { textEn: 'Dear {{name}}, we look after {{no}}.', textDe: 'Guten Tag {{name}}, {{no}}.' };
  await house.call('POST', '/v0/answerTemplates', { title: 'We look after it', ...text });

  const merchant = await house.visit('/mEP/tickets', { as: 'merchant' });
  await button(merchant, 'New ticket').click();
  const form = record(merchant);
  await choose(merchant, form, 'Topic', 'Damage');
  await fill(form, { Subject: 'Kettle without lid', Question: 'The lid is missing, see the picture.' });
  await form.locator('input[type=file]').setInputFiles({ name: 'lid.png', mimeType: 'image/png', buffer: PICTURE });
  await sees(form.locator('img.m-preview'));
  await button(form, 'Save').click();
  await standsAt(merchant, /^\/mEP\/tickets\/[0-9a-f-]{36}$/);
  await sees(record(merchant).getByRole('button', { name: 'Show lid.png large' }));
  const asked = await ticketOf('Kettle without lid');

  const page = await house.visit(`/eEP/tickets/${asked.id}`, { as: 'employee' });
  await button(page, 'Take').press('Enter');
  await sees(page.locator('.k-thread').getByText('Erika Empfang took the ticket'));
  await button(page, 'Show lid.png large').press('Enter');
  await sees(dialog(page).getByRole('img'));
  // The dialog hears keys once its opening has ended and it has the focus.
  await expect.poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('[role=dialog]')))).toBe(true);
  await page.keyboard.press('Escape');
  await seesNot(page.getByRole('dialog'));
  const reply = field(page, 'Reply');
  await reply.press('/');
  await sees(page.getByRole('option', { name: /We look after it/ }));
  await page.keyboard.type('look');
  await page.keyboard.press('Enter');
  await expect.poll(() => reply.inputValue()).toContain(`we look after ${asked.no}.`);
  await reply.press('End');
  await page.keyboard.type(' Soon.');
  await button(page, 'Send').press('Enter');
  await sees(page.locator('.k-thread').getByText(/Soon\.$/));
  await button(page, 'More').press('Enter');
  await page.getByRole('menuitem', { name: 'Hand to a team' }).click();
  await choose(page, dialog(page), 'Team', 'Claims');
  await button(dialog(page), 'Hand to a team').press('Enter');
  await sees(page.locator('.k-thread').getByText('Erika Empfang handed the ticket to Claims'));
  expect(await ticketOf('Kettle without lid')).toMatchObject({ teamId: team.id, assigneeId: null, state: 'waitsForMerchant' });

  const again = { topic: 'damage', subject: 'Lid again', text: 'Any news about the lid?' };
  const second = await house.call<Row>('POST', '/v0/tickets', again, 'merchant');
  const colleague = await house.visit(`/eEP/tickets/${second.id}`, { as: 'manager' });
  await button(colleague, 'More').press('Enter');
  await colleague.getByRole('menuitem', { name: 'Merge into another ticket' }).click();
  await choose(colleague, dialog(colleague), 'Continue in', 'Kettle');
  await button(dialog(colleague), 'Merge into another ticket').press('Enter');
  await sees(colleague.getByRole('link', { name: `This ticket is continued in ${asked.no}. Replies go there.` }));
  await sees(page.locator('.k-thread').getByText('Any news about the lid?'));
  await act(page, 'Close ticket');
  await sees(record(page).getByText('Closed').first());

  const rating = merchant.getByRole('group', { name: 'How was our answer?' });
  await sees(rating);
  await rating.getByRole('radio', { name: 'good' }).press('Space');
  await fill(rating, { 'Remark (optional)': 'Quick.' });
  await button(rating, 'Rate').press('Enter');
  await sees(button(merchant, 'Change rating'));
  expect(await ticketOf('Kettle without lid')).toMatchObject({ satisfaction: 'good', satisfactionRemark: 'Quick.', state: 'closed' });
  // The merchant learns nothing of what the house did among itself.
  await seesNot(merchant.locator('.k-thread').getByText(/Claims|took the ticket/));
  await goTo(page, '/eEP/tickets');
  await sees(page.locator('.k-satisfaction').getByText(/100 % good/));
});

it('employee: opens a requirement that somebody else wished, and votes for it', async () => {
  const wish = await house.call<Row>('POST', '/v0/devRequirements', { title: 'Dark labels', kind: 'wish' });
  const page = await house.visit(`/dev/devRequirment/${wish.id}`, { as: 'employee' });
  await sees(page.getByRole('heading', { name: /Dark labels/ }));
  await act(page, 'Vote / withdraw vote');
  await expect.poll(async () => (await house.call<Row>('GET', `/v0/devRequirements/${wish.id}`))['votes']).toBe(1);
});

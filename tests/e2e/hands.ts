import type { Locator, Page } from 'playwright-core';
import { atRest } from '../support/at-rest.ts';
import { sees, seesNot } from './house.ts';

/** What somebody does at a screen with the mouse and the keys, by the words they read there. */

type Root = Page | Locator;
const seen = (found: Locator): Locator => found.filter({ visible: true });
/** A required field's label goes on with a star and the word for it. */
const named = (label: string): RegExp => new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*(\\*.*)?$`);

export const button = (root: Root, name: string): Locator => seen(root.getByRole('button', { name, exact: true })).first();
export const field = (root: Root, label: string): Locator => seen(root.getByLabel(named(label))).first();
/** The record or the drawer in front. */
export const record = (page: Page): Locator => seen(page.getByRole('article')).last();
export const dialog = (page: Page): Locator => seen(page.getByRole('dialog')).last();
export const tab = (page: Page, name: string): Locator => seen(page.getByRole('tab', { name, exact: true })).last();

/** Opens the record of a row: by its preview, or at once where a list has none. */
export async function openRow(page: Page, row: Locator): Promise<void> {
  // At its edge: in the middle may stand a link to another record.
  await row.click({ position: { x: 6, y: 10 } });
  const expand = seen(page.getByRole('complementary').getByRole('button', { name: 'Open record' }));
  await sees(seen(page.getByRole('article')).or(expand));
  if ((await expand.count()) > 0) await expand.first().click();
}

/** Chooses in the menu for what is rarely done with a list. */
export async function moreOf(page: Page, action: string): Promise<void> {
  await seen(page.locator('.l-toolbar').getByRole('button', { name: 'More', exact: true })).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Types into the fields of a form. */
export async function fill(root: Root, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(root, label).fill(value);
}

/** Picks in a list that opens below its field, by typing a part of it. */
export async function choose(page: Page, root: Root, label: string, text: string): Promise<void> {
  const box = field(root, label);
  await box.click();
  await box.fill(text);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first().click();
}

/** Presses a button and, where it asks, confirms in the dialog, with what the dialog wants to know. */
export async function act(page: Page, name: string, asked?: Record<string, string>): Promise<void> {
  await button(page, name).click();
  if (!asked) return;
  const question = dialog(page);
  await sees(question);
  await fill(question, asked);
  await button(question, name).click();
  await seesNot(question);
}

/** Presses a button of the record, which may be a drawer, or chooses in its menu. */
export async function press(page: Page, name: string): Promise<void> {
  const rare = button(record(page), 'More');
  await sees(button(record(page), name).or(rare));
  // The menu is there before the buttons that depend on the row and its texts, so which of the two has the action is known at rest only.
  await atRest(page, '', 200);
  if ((await button(record(page), name).count()) > 0) return button(record(page), name).click();
  await rare.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** The same, and confirms in the dialog above it. */
export async function confirm(page: Page, name: string, effect: RegExp, asked: Record<string, string> = {}): Promise<void> {
  await press(page, name);
  const question = page.getByRole('dialog').filter({ hasText: effect }).last();
  await sees(question);
  await fill(question, asked);
  // The cross of the dialog is called “Close” too.
  await question.getByRole('button', { name, exact: true }).last().click();
}

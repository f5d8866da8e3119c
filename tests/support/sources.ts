import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');

export type Sources = {
  /** Every string written in the code, comments left out. */
  literals: Set<string>;
  /** What templates can become: `rules.${rule}` is `rules.` and one word. */
  patterns: RegExp[];
  /** First arguments of `t('…')` and `translate('…')`. */
  asked: Set<string>;
  /** Values of `rule:` in objects and messages of zod refinements: the rules that reach people. */
  rules: Set<string>;
};

const parse = (path: string): ts.SourceFile => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true);

const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(ROOT, folder, name));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A pattern only if something of the key is fixed; a template of nothing but variables would match everything. */
function patternOf(node: ts.TemplateExpression): RegExp | null {
  const fixed = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  if (!fixed.every((part) => /^[\w.-]*$/.test(part)) || !fixed.some((part) => /\.\w{2,}|\w{2,}\./.test(part))) return null;
  return new RegExp(`^${fixed.map(escaped).join('[\\w-]+')}$`);
}

/** The strings an expression can have: itself, or the branches of a choice. */
function stringsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return stringsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...stringsOf(node.whenTrue), ...stringsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return stringsOf(node.right);
  return [];
}

function readCall(node: ts.CallExpression, found: Sources): void {
  const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText(node.getSourceFile());
  const [first, second] = node.arguments;
  if ((name === 't' || name === 'translate') && first) for (const text of stringsOf(first)) found.asked.add(text);
  if (name === 'refine' && second) for (const text of stringsOf(second)) found.rules.add(text);
}

function visit(node: ts.Node, found: Sources): void {
  if (ts.isStringLiteralLike(node)) found.literals.add(node.text);
  if (ts.isTemplateExpression(node)) {
    const pattern = patternOf(node);
    if (pattern) found.patterns.push(pattern);
  }
  if (ts.isCallExpression(node)) readCall(node, found);
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'rule')
    for (const text of stringsOf(node.initializer)) found.rules.add(text);
  ts.forEachChild(node, (child) => visit(child, found));
}

/** What the code of these folders says about texts, read from its syntax. */
export function readSources(...folders: string[]): Sources {
  const found: Sources = { literals: new Set(), patterns: [], asked: new Set(), rules: new Set() };
  for (const path of folders.flatMap(filesOf)) visit(parse(path), found);
  return found;
}

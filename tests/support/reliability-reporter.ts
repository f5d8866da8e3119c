import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { DOCUMENT, markedTitles, type Run, render, runsOf, titleOf } from './reliability.ts';

type Count = { passed: number; failed: number; figures: string[] };

/** Writes docs/reliability.md after a run. In use only where KONTOR_RELIABILITY=write is set; see vitest.config.ts. */
export default class ReliabilityReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const titles = markedTitles();
    const counts = new Map<string, Count>();
    for (const module of modules) {
      const file = relative(module.project.vitest.config.root, module.moduleId).replaceAll('\\', '/');
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'skipped' || state === 'pending') continue;
        const marked = namesOf(test).flatMap((name) => titleOf(titles, file, name) ?? []);
        for (const [at, { title }] of marked.entries()) {
          const key = `\`${file}\` \`${title}\``;
          const count = counts.get(key) ?? { passed: 0, failed: 0, figures: [] };
          counts.set(key, count);
          count[state] += 1;
          // A figure belongs to the title closest to its test.
          if (at === 0) count.figures.push(...(test.meta().figures ?? []));
        }
      }
    }
    const date = new Date().toISOString().slice(0, 10);
    const news = new Map<string, Run>([...counts].map(([key, count]) => [key, { figure: inWords(count), date }]));
    const before = existsSync(DOCUMENT) ? runsOf(readFileSync(DOCUMENT, 'utf8')) : new Map<string, Run>();
    writeFileSync(DOCUMENT, render(titles, before, news));
    console.info(`docs/reliability.md: ${news.size} rows of ${titles.length} updated`);
  }
}

/** The names of a test and of the groups around it, the closest first. */
function namesOf(test: TestCase): string[] {
  const names = [test.name];
  for (let at: TestSuite | TestModule = test.parent; at.type === 'suite'; at = at.parent) names.push(at.name);
  return names;
}

function inWords({ passed, failed, figures }: Count): string {
  const all = passed + failed;
  const result = failed > 0 ? `**${failed} of ${all} failed**` : `${all} ${all === 1 ? 'test' : 'tests'} passed`;
  return [result, ...new Set(figures)].join('; ');
}

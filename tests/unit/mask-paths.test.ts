import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areaPath } from '#contract/paths';

const folder = new URL('../../contract/areas/', import.meta.url);
const isArea = (value: unknown): value is { name: string; path: string } =>
  typeof value === 'object' && value !== null && 'path' in value && 'name' in value && typeof value.name === 'string' && typeof value.path === 'string';

describe('addresses of areas', () => {
  it('are the same for the list, which knows an area by name only, as for the server', async () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
    const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
    const areas = modules.flatMap((module) => Object.values(module).filter(isArea));
    expect(areas.length).toBeGreaterThan(10);
    for (const area of areas) expect(areaPath(area.name)).toBe(area.path);
  });
});

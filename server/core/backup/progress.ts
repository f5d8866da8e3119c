/** Reports the progress of long work at most once a second, and not at all if it takes less than a second. */
export type Progress = (text: string) => void;

export const silent: Progress = () => undefined;

export function createProgress(write: (line: string) => void): Progress {
  let reportedAt = Date.now();
  return (text) => {
    if (Date.now() - reportedAt < 1_000) return;
    reportedAt = Date.now();
    write(`${text} …\n`);
  };
}

export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

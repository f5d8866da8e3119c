import type { Envelope, ListEnvelope } from '#contract/core/envelope';

/** The envelope of a single result or of a list. */
export type AnyEnvelope = Envelope<unknown> & Partial<Pick<ListEnvelope<unknown>, 'next' | 'total' | 'totalExact' | 'totalLater'>>;

/** An answer: an envelope, a file, or something that this server does not send. */
export type Answer = { kind: 'envelope'; envelope: AnyEnvelope } | { kind: 'file' } | { kind: 'unreadable' };

export type RawAnswer = { status: number; type: string; disposition: string; body: ArrayBuffer | Uint8Array<ArrayBuffer> };

const isEnvelope = (value: unknown): value is AnyEnvelope =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';

export function readAnswer(raw: RawAnswer): Answer {
  if (/\bjson\b/.test(raw.type) && !/^attachment/i.test(raw.disposition)) {
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(raw.body));
      return isEnvelope(value) ? { kind: 'envelope', envelope: value } : { kind: 'unreadable' };
    } catch {
      return { kind: 'unreadable' };
    }
  }
  const isText = /^text\/(html|plain)\b/.test(raw.type) && !/^attachment/i.test(raw.disposition);
  return raw.status >= 400 || isText || raw.type === '' ? { kind: 'unreadable' } : { kind: 'file' };
}

/** The file name in a content-disposition header (RFC 6266), without any folder. */
export function fileNameOf(disposition: string, fallback: string): string {
  const extended = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition);
  const name = (extended ? decoded(extended) : '') || (plain?.[1] ?? plain?.[2] ?? '').replace(/\\(.)/g, '$1') || fallback;
  return name.replace(/^.*[/\\]/, '') || 'download';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

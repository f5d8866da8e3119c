/**
 * Client id and secret of an `Authorization: Basic` header (RFC 7617). Ids and secrets of Kontor contain no character that a form encodes
 * (RFC 6749, section 2.3.1), so encoded and plain ones are the same. Null if the header is missing or is not of this kind.
 */
export function basicCredentials(header: string | undefined): { clientId: string; secret: string } | null {
  const [, encoded] = /^Basic ([\w+/=-]{1,400})$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return { clientId: text.slice(0, Math.max(0, colon)).slice(0, 60), secret: text.slice(colon + 1) };
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '' };
/** What XML 1.0 cannot hold (production 2, Char). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text for an element or an attribute. Characters that XML cannot hold are left out. */
export const escapeXml = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (sign) => ESCAPES[sign] ?? sign);

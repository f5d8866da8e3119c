import { MAX_E_INVOICE_MB, type ReceivedInvoice } from '#contract/money/received-invoice';
import { find, type Node, xmlSteps } from '../../../core/read-xml.ts';
import { finish, finishInTurns, type Steps } from '../../../core/steps.ts';
import { fail } from './fault.ts';
import { attachmentsOf } from './pdf-attachments.ts';
import { readCii } from './read-cii.ts';
import { readUbl } from './read-ubl.ts';
import { text } from './values.ts';

/** Reads an e-invoice, whatever it is called: recognised by its content. */

const LIMITS = { depth: 100, nodes: 3_000_000 };
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:';
/** Files of a PDF that are meant to be the invoice: Factur-X and ZUGFeRD 2.1, 2.0, 1.0, XRechnung. The best known comes first. */
const NAMES = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml'];

/** Profiles with a total only, which are no e-invoices (§ 14 UStG): they lack lines or VAT. */
const isPartial = (profile: string): boolean => /:(minimum|basicwl)$/i.test(profile.trim());

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-');

/** UTF-8, UTF-16 with its mark, or what the declaration says. @throws EInvoiceError `encoding` */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]?.toLowerCase();
  const name = declared === undefined || declared === 'us-ascii' ? 'utf-8' : declared;
  if (!['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252'].includes(name)) return fail('encoding', { line: 1, text: name.slice(0, 40) });
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return fail('encoding', { line: 1, text: name });
  }
}

/** The namespace of the root, whatever prefix it has. */
const hasNamespace = ({ attributes }: Node, wanted: string): boolean =>
  Object.entries(attributes).some(([key, value]) => /^xmlns(:|$)/.test(key) && value === wanted);

function* readDocument(root: Node): Steps<Omit<ReceivedInvoice, 'inside'>> {
  if (root.name === 'CrossIndustryDocument') return fail('notLegal', { profile: 'ZUGFeRD 1.0' });
  if (root.name === 'CrossIndustryInvoice') {
    if (!hasNamespace(root, `${CII}100`)) fail('otherVersion', { line: root.line });
    const profile = text(find(root, 'ExchangedDocumentContext'), 'GuidelineSpecifiedDocumentContextParameter/ID');
    if (isPartial(profile)) fail('notLegal', { profile });
    return yield* readCii(root);
  }
  if (root.name === 'Invoice' || root.name === 'CreditNote') {
    if (!hasNamespace(root, `${UBL}${root.name}-2`)) fail('otherVersion', { line: root.line });
    return yield* readUbl(root);
  }
  return fail('unknownFormat');
}

function* readXmlInvoice(bytes: Buffer): Steps<Omit<ReceivedInvoice, 'inside'>> {
  const source = textOf(bytes).replace(/^\uFEFF/, '');
  if (!/^\s*</.test(source)) return fail('unknownFormat');
  return yield* readDocument(yield* xmlSteps(source, LIMITS, fail));
}

/** The invoice among the files of a PDF: by its name, else the first XML file. */
function* readPdf(bytes: Buffer): Steps<ReceivedInvoice> {
  const attached = attachmentsOf(bytes);
  const rank = (name: string): number => (NAMES.indexOf(name.toLowerCase()) + NAMES.length + 1) % (NAMES.length + 1);
  const found = attached
    .filter(({ name }) => /\.xml$/i.test(name))
    .sort((a, b) => rank(a.name) - rank(b.name))
    .at(0);
  if (!found) return fail('pdfWithout');
  if (found.bytes.length > MAX_E_INVOICE_MB * 1024 * 1024) return fail('tooLarge', { size: MAX_E_INVOICE_MB });
  const read = yield* readXmlInvoice(found.bytes);
  const others = attached
    .filter((one) => one !== found)
    .map(({ name, bytes: content }) => ({ id: '', name, mime: '', about: '', size: content.length, url: '' }));
  return { ...read, inside: found.name, attachments: [...read.attachments, ...others] };
}

/** @throws EInvoiceError with reason, and with the line where there is one; nothing of such a file may be stored */
export const readEInvoice = (bytes: Buffer): ReceivedInvoice => finish(invoiceSteps(bytes));
/** As `readEInvoice`, for the server: a file with ten thousand lines does not keep others waiting. */
export const readEInvoiceInTurns = (bytes: Buffer): Promise<ReceivedInvoice> => finishInTurns(invoiceSteps(bytes));

function* invoiceSteps(bytes: Buffer): Steps<ReceivedInvoice> {
  if (bytes.length === 0) return fail('empty');
  if (bytes.length > MAX_E_INVOICE_MB * 1024 * 1024) return fail('tooLarge', { size: MAX_E_INVOICE_MB });
  if (isPdf(bytes)) return yield* readPdf(bytes);
  return { ...(yield* readXmlInvoice(bytes)), inside: '' };
}

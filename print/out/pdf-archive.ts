import { strToU8 } from 'fflate';
import { iccProfile } from './icc.ts';
import { type PdfFile, pdfDate, pdfText } from './pdf-file.ts';

/**
 * What makes a PDF a PDF/A-3b (ISO 19005-3): metadata, a colour profile, files inside it, and the language. With a profile of an e-invoice it is
 * a ZUGFeRD or Factur-X document.
 */
export type Archive = {
  /** Language of the text, as in BCP 47. */
  language: string;
  /** `relationship`: `Alternative` is the same document in another form, `Supplement` adds to it. */
  files: { name: string; mime: string; about: string; relationship: 'Alternative' | 'Supplement'; bytes: Uint8Array }[];
  /** The e-invoice among the files. */
  invoice?: { file: string; version: string; level: 'EN 16931' | 'XRECHNUNG' };
};

export const PRODUCER = 'Kontor';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const FX_PROPERTIES = [
  ['DocumentFileName', 'name of the XML file'],
  ['DocumentType', 'kind of document'],
  ['Version', 'version of the standard'],
  ['ConformanceLevel', 'conformance level'],
] as const;

const NAMESPACES = {
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
};
const FX_NAMESPACES = {
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
  fx: FX,
};

/** Describes the properties of Factur-X (ISO 19005-3, 6.6.2.3.2: properties that are no standard ones must be described). */
function extensionSchema(): string {
  const properties = FX_PROPERTIES.map(
    ([name, about]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
      `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${about}</pdfaProperty:description></rdf:li>`,
  );
  return (
    '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>' +
    `<pdfaSchema:namespaceURI>${FX}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq>${properties.join('')}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>`
  );
}

/** The metadata packet, in one description: title, producer and dates are those of the Info dictionary (6.6.3). */
function metadata({ invoice }: Archive, title: string, created: string): string {
  const instant = `${new Date(created).toISOString().slice(0, 19)}Z`;
  const parts = [
    '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>',
    `<dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`,
    `<pdf:Producer>${PRODUCER}</pdf:Producer>`,
    `<xmp:CreateDate>${instant}</xmp:CreateDate><xmp:ModifyDate>${instant}</xmp:ModifyDate>`,
    ...(invoice
      ? [
          extensionSchema(),
          `<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${invoice.file}</fx:DocumentFileName>` +
            `<fx:Version>${invoice.version}</fx:Version><fx:ConformanceLevel>${invoice.level}</fx:ConformanceLevel>`,
        ]
      : []),
  ];
  const namespaces = Object.entries({ ...NAMESPACES, ...(invoice ? FX_NAMESPACES : {}) }).map(
    ([prefix, uri]) => `xmlns:${prefix}="${uri}"`,
  );
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n' +
    `<rdf:Description rdf:about="" ${namespaces.join(' ')}>\n${parts.join('\n')}\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="w"?>`
  );
}

/** A MIME type as a PDF name: `text#2Fxml`. */
const nameOf = (mime: string): string => mime.replaceAll('/', '#2F');

function writeFiles(file: PdfFile, files: Archive['files'], date: string): string {
  if (files.length === 0) return '';
  const specs = files.map(({ name, mime, about, relationship, bytes }) => {
    const [spec, data] = [file.reserve(), file.reserve()];
    file.stream(data, `/Type/EmbeddedFile/Subtype/${nameOf(mime)}/Params<</Size ${bytes.length}/ModDate${date}>>`, bytes);
    file.write(
      spec,
      `<</Type/Filespec/F(${name})/UF${pdfText(name)}/Desc${pdfText(about)}/AFRelationship/${relationship}/EF<</F ${data} 0 R/UF ${data} 0 R>>>>`,
    );
    return { name, reference: `${spec} 0 R` };
  });
  // A name tree is sorted by its keys (ISO 32000-1, 7.9.6).
  const sorted = specs.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, reference }) => `(${name})${reference}`);
  return `/Names<</EmbeddedFiles<</Names[${sorted.join('')}]>>>>/AF[${specs.map(({ reference }) => reference).join(' ')}]`;
}

/**
 * Writes the objects and returns the entries of the catalog.
 * @param about title and creation time as in the Info dictionary
 */
export function writeArchive(file: PdfFile, archive: Archive, about: { title: string; created: string }): string {
  const [packet, intent, profile] = [file.reserve(), file.reserve(), file.reserve()];
  // Not compressed, so that readers that know no PDF find it.
  file.plainStream(packet, '/Type/Metadata/Subtype/XML', strToU8(metadata(archive, about.title, about.created)));
  file.stream(profile, '/N 3', iccProfile());
  const condition = '(sRGB IEC61966-2.1)';
  file.write(
    intent,
    `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier${condition}/Info${condition}/DestOutputProfile ${profile} 0 R>>`,
  );
  const files = writeFiles(file, archive.files, pdfDate(about.created));
  return `/Metadata ${packet} 0 R/OutputIntents[${intent} 0 R]/Lang(${archive.language})${files}`;
}

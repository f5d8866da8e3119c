import { escapeXml } from '../../../core/escape-xml.ts';
import type { AuditPeriod, AuditTable } from './tables.ts';

/** The description of the files after the standard for data media (Beschreibungsstandard, gdpdu-01-09-2004.dtd). */

export const DTD_NAME = 'gdpdu-01-09-2004.dtd';

const TYPES = {
  text: '<AlphaNumeric/>',
  date: '<Date><Format>YYYY-MM-DD</Format></Date>',
  money: '<Numeric><Accuracy>2</Accuracy></Numeric>',
  number: '<Numeric><Accuracy>6</Accuracy></Numeric>',
} as const;

function tableXml({ file, name, about, columns }: AuditTable, { from, to }: AuditPeriod): string {
  const each = columns.map(
    (column) => `          <VariableColumn><Name>${escapeXml(column.name)}</Name>${TYPES[column.kind]}</VariableColumn>`,
  );
  return `      <Table>
        <URL>${file}</URL>
        <Name>${escapeXml(name)}</Name>
        <Description>${escapeXml(about)}</Description>
        <Validity><Range><From>${from}</From><To>${to}</To></Range><Format>YYYY-MM-DD</Format></Validity>
        <UTF8/>
        <DecimalSymbol>,</DecimalSymbol>
        <DigitGroupingSymbol>.</DigitGroupingSymbol>
        <Range><From>2</From></Range>
        <VariableLength>
          <ColumnDelimiter>;</ColumnDelimiter>
          <RecordDelimiter>&#13;&#10;</RecordDelimiter>
          <TextEncapsulator>"</TextEncapsulator>
${each.join('\n')}
        </VariableLength>
      </Table>`;
}

type House = { name: string; city: string };

/** index.xml of a data medium with these tables. */
export function indexXml(tables: readonly AuditTable[], period: AuditPeriod, house: House): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE DataSet SYSTEM "${DTD_NAME}">
<DataSet>
  <Version>1.0</Version>
  <DataSupplier>
    <Name>${escapeXml(house.name)}</Name>
    <Location>${escapeXml(house.city)}</Location>
    <Comment>Kontor, ${period.from} bis ${period.to}</Comment>
  </DataSupplier>
  <Media>
    <Name>Kontor</Name>
${tables.map((table) => tableXml(table, period)).join('\n')}
  </Media>
</DataSet>
`;
}

/** The elements that index.xml uses, as the standard declares them. The audit program looks for the file beside index.xml. */
export const DTD = `<!ELEMENT DataSet (Version, DataSupplier?, Media+)>
<!ELEMENT Version (#PCDATA)>
<!ELEMENT DataSupplier (Name, Location, Comment)>
<!ELEMENT Name (#PCDATA)>
<!ELEMENT Location (#PCDATA)>
<!ELEMENT Comment (#PCDATA)>
<!ELEMENT Media (Name, Table+)>
<!ELEMENT Table (URL, Name?, Description?, Validity?, UTF8?, (DecimalSymbol, DigitGroupingSymbol)?, Range?, VariableLength)>
<!ELEMENT URL (#PCDATA)>
<!ELEMENT Description (#PCDATA)>
<!ELEMENT Validity (Range, Format?)>
<!ELEMENT Range (From, To?)>
<!ELEMENT From (#PCDATA)>
<!ELEMENT To (#PCDATA)>
<!ELEMENT Format (#PCDATA)>
<!ELEMENT UTF8 EMPTY>
<!ELEMENT DecimalSymbol (#PCDATA)>
<!ELEMENT DigitGroupingSymbol (#PCDATA)>
<!ELEMENT VariableLength (ColumnDelimiter?, RecordDelimiter?, TextEncapsulator?, VariableColumn+)>
<!ELEMENT ColumnDelimiter (#PCDATA)>
<!ELEMENT RecordDelimiter (#PCDATA)>
<!ELEMENT TextEncapsulator (#PCDATA)>
<!ELEMENT VariableColumn (Name, Description?, (Numeric | AlphaNumeric | Date))>
<!ELEMENT Numeric (Accuracy?)>
<!ELEMENT Accuracy (#PCDATA)>
<!ELEMENT AlphaNumeric EMPTY>
<!ELEMENT Date (Format?)>
`;

import type { DOCUMENTS, DocumentName } from '#contract/printing/documents';
import type { LayoutInput } from '#contract/printing/layout';
import { itemLabel, itemSheet, serialLabel } from './item.ts';
import { logisticsLabel, logisticsLabelTall } from './logistics.ts';
import { calibrationLabel, codeLabel, commandLabel, compartmentLabel } from './place.ts';
import { SHEETS, type SheetName } from './sheets.ts';
import { returnLabel, transportLabel } from './transport.ts';
import { boxLabel, palletLabel, palletLabelA5 } from './unit.ts';

type LabelName = { [N in DocumentName]: (typeof DOCUMENTS)[N]['kind'] extends 'label' ? N : never }[DocumentName];

/** Built-in label layouts. */
export const LABEL_LAYOUTS = {
  transportLabel,
  returnLabel,
  boxLabel,
  palletLabel,
  itemLabel,
  serialLabel,
  compartmentLabel,
  commandLabel,
  calibrationLabel,
  codeLabel,
  logisticsLabel,
} satisfies Record<LabelName, LayoutInput>;

/** Variants of labels for other paper sizes. */
export const LABEL_VARIANTS = {
  palletLabel: { '148x210': palletLabelA5 },
  logisticsLabel: { '100x150': logisticsLabelTall },
  itemLabel: Object.fromEntries((Object.keys(SHEETS) as SheetName[]).map((name) => [name, itemSheet(name)])) as Record<
    SheetName,
    LayoutInput
  >,
} satisfies Partial<Record<LabelName, Record<string, LayoutInput>>>;

import type { DOCUMENTS, DocumentName } from '#contract/print/documents';
import type { LayoutInput } from '#contract/print/layout';

type LabelName = { [N in DocumentName]: (typeof DOCUMENTS)[N]['kind'] extends 'label' ? N : never }[DocumentName];

const blank = (width: number, height: number): LayoutInput => ({ size: { width, height } });

/** The labels that the product comes with. */
export const LABEL_LAYOUTS = {
  transportLabel: blank(100, 150),
  returnLabel: blank(100, 150),
  boxLabel: blank(100, 150),
  palletLabel: blank(105, 148),
  itemLabel: blank(50, 25),
  serialLabel: blank(50, 20),
  compartmentLabel: blank(100, 50),
  commandLabel: blank(100, 50),
  calibrationLabel: blank(100, 50),
  codeLabel: blank(60, 30),
  logisticsLabel: blank(100, 100),
} satisfies Record<LabelName, LayoutInput>;
